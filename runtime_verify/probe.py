"""The proof itself: start a load, read one layer through one accessor, and see whether the read is behind the load."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gatecheck.runtime_verify.accessors import Accessor, Call, accessors_of, call, returns_nothing, tensors_returned
from gatecheck.runtime_verify.constructing import CannotBuildError
from gatecheck.runtime_verify.faults import EventTables, rewrite_for
from gatecheck.runtime_verify.ledger import Phase, Read, Write
from gatecheck.runtime_verify.recipes import AccessorValues, UnknownParameterError, Values
from gatecheck.runtime_verify.records import (
    HANDED_OUT,
    AccessorReport,
    Fault,
    FaultReport,
    LayerVerdict,
    PoolReport,
    Skipped,
    Verdict,
)
from gatecheck.runtime_verify.refusals import Asked, describe, refuses, why_open
from gatecheck.runtime_verify.sglang_tree import first_line
from gatecheck.runtime_verify.simulation import Simulation
from gatecheck.runtime_verify.stacks import (
    Loading,
    Stack,
    begin_load,
    finish_load,
    owned_classes,
    take_slots,
    variant_of,
)
from gatecheck.runtime_verify.streams import Rewrite

PACKAGE = "sglang."
CPU_FAULTS = (Fault.GATE_REMOVED, Fault.PREVIOUS_LAYER, Fault.EARLY_EVENT)
NO_READ = "no loaded byte was read"
STORES = "returns nothing: it stores"
OPERATOR = "aten::"


class Target(Struct, frozen=True):
    """One accessor of one root object."""

    root: object
    accessor: Accessor


class Seen(Struct, frozen=True):
    """What one probe saw."""

    reads: tuple[Read, ...]
    waited: tuple[int, ...]
    own: int | None
    through: tuple[str, ...]
    error: Exception | None


class Prober:
    """Proves one stack on one simulated device."""

    def __init__(self, simulation: Simulation, stack: Stack) -> None:
        self.simulation = simulation
        self.stack = stack
        self.tables = EventTables(stack.counter)
        self.host_slots = stack.controller.mem_pool_host.alloc(stack.tokens)

    def look(self, target: Target, layer: int, rewrite: Rewrite, *, synchronised: bool = False) -> Seen:
        """One load, one read; ``synchronised`` puts a full synchronisation of the host between them.

        Raises:
            UnknownParameterError: a parameter of the accessor has no value.
        """
        world, ledger = self.simulation.world, self.simulation.ledger
        ledger.forget()
        world.records.clear()
        world.rewrite = rewrite
        loading = None
        try:
            loading = self.load()
            if synchronised:
                world.synchronize()
            world.orderings.clear()
            answer = self.read(target, layer, loading)
            return self.seen(answer)
        finally:
            ledger.phase = Phase.IDLE
            world.rewrite = Rewrite()
            world.synchronize()
            if loading is not None:
                finish_load(self.stack, loading)

    def load(self) -> Loading:
        """Start one load, with its copies on record."""
        ledger = self.simulation.ledger
        with self.simulation.watching():
            ledger.phase = Phase.LOADING
            try:
                loading = begin_load(self.stack, take_slots(self.stack, self.host_slots))
            except Exception as error:
                raise CannotBuildError(f"no load: {type(error).__name__}: {first_line(error)}") from error
            ledger.phase = Phase.IDLE
        return loading

    def read(self, target: Target, layer: int, loading: Loading) -> Call:
        """Call the accessor; what it returns is read where it leaves the pool."""
        ledger = self.simulation.ledger
        with self.simulation.watching():
            variants = self.values(loading)
            ledger.phase = Phase.PROBING
            for values in variants:
                answer = call(target.root, target.accessor, layer, values, PACKAGE)
                if answer.error is None or ledger.reads:
                    break
            ledger.access(HANDED_OUT, tensors_returned(answer.result), [])
            ledger.phase = Phase.IDLE
        return answer

    def values(self, loading: Loading) -> tuple[Values, ...]:
        """Arguments that point at what was just loaded, in each shape that may be wanted."""
        page = int(self.stack.controller.page_size)
        slots = loading.slots.tokens
        pages = (slots.view(-1, page)[:, 0] // page).to(slots.dtype)
        return AccessorValues(slots, pages.int(), int(slots.numel()), page).variants()

    def seen(self, answer: Call) -> Seen:
        """Put what the ledger and the streams noted into words."""
        reads = tuple(self.simulation.ledger.reads)
        owns = [own for read in reads for write in read.writes if (own := self.own_event(write)) is not None]
        waited = [self.tables.position(ordering.event) for ordering in self.simulation.world.orderings]
        known = tuple(dict.fromkeys(position for position in waited if position is not None))
        return Seen(reads, known, max(owns, default=None), answer.through, answer.error)

    def own_event(self, write: Write) -> int | None:
        """The first layer event that was recorded behind a copy."""
        for record in self.simulation.world.records:
            position = self.tables.position(record.event)
            if record.stream is write.stream and record.tick > write.tick and position is not None:
                return position
        return None


def verdict_of(layer: int, seen: Seen) -> LayerVerdict:
    """Unordered is shown by one read; ordered needs a read, and a call that came to its end."""
    reads = tuple(dict.fromkeys(read.by for read in seen.reads))
    if any(read.unordered for read in seen.reads):
        return LayerVerdict(layer, Verdict.UNORDERED, seen.own, seen.waited, reads)
    if seen.error is not None:
        return LayerVerdict(layer, Verdict.INCONCLUSIVE, seen.own, seen.waited, reads, why_open(seen.error, PACKAGE))
    if not seen.reads:
        return LayerVerdict(layer, Verdict.INCONCLUSIVE, None, seen.waited, (), NO_READ)
    return LayerVerdict(layer, Verdict.ORDERED, seen.own, seen.waited, reads)


def turned_down(seen: Seen, target: Target) -> bool:
    """Whether the pool refused the layer before it read anything."""
    if seen.reads or seen.error is None:
        return False
    return refuses(seen.error, Asked(target.root, target.accessor.name, PACKAGE))


def prove(simulation: Simulation, stack: Stack) -> Iterator[PoolReport]:
    """One report for each root object of a stack.

    Raises:
        CannotBuildError: the stack does not load.
    """
    prober = Prober(simulation, stack)
    for root in stack.roots:
        yield PoolProof(prober, root).report()


class PoolProof:
    """Collects the verdicts of one root object."""

    def __init__(self, prober: Prober, root: object) -> None:
        self.prober = prober
        self.root = root
        self.accessors: list[AccessorReport] = []
        self.skipped: list[Skipped] = []

    def report(self) -> PoolReport:
        """Probe every accessor, then the control and the faults on those that read."""
        stack = self.prober.stack
        for accessor in accessors_of(type(self.root)):
            self.probe(accessor)
        return PoolReport(
            pool=type(self.root).__name__,
            module=type(self.root).__module__,
            builder=stack.builder,
            variant=variant_of(stack),
            accessors=tuple(self.accessors),
            skipped=tuple(self.skipped),
            faults=tuple(self.seed(fault) for fault in CPU_FAULTS),
            control_failures=self.control(),
            owned=owned_classes(stack),
        )

    def probe(self, accessor: Accessor) -> None:
        """All layers of one accessor; one that reads nothing, stores or refuses every layer is listed as skipped."""
        target = Target(self.root, accessor)
        if returns_nothing(type(self.root), accessor.name) and not self.reads_by_itself(target):
            self.skipped.append(Skipped(accessor.symbol, STORES))
            return
        try:
            seen = {layer: self.prober.look(target, layer, Rewrite()) for layer in self.layers()}
        except UnknownParameterError as error:
            verdicts = (LayerVerdict(layer, Verdict.INCONCLUSIVE, reason=str(error)) for layer in self.layers())
            self.accessors.append(AccessorReport(accessor.name, accessor.symbol, tuple(verdicts)))
            return
        refused = {layer: describe(one.error) for layer, one in seen.items() if turned_down(one, target)}
        refused |= {layer: NO_READ for layer, one in seen.items() if one.error is None and not one.reads}
        layers = tuple(verdict_of(layer, one) for layer, one in seen.items() if layer not in refused)
        refusals = "; ".join(dict.fromkeys(refused.values()))
        if not layers:
            self.skipped.append(Skipped(accessor.symbol, refusals))
            return
        through = dict.fromkeys(name for one in seen.values() for name in one.through if name != accessor.symbol)
        report = AccessorReport(accessor.name, accessor.symbol, layers, tuple(through), tuple(refused), refusals)
        self.accessors.append(report)

    def reads_by_itself(self, target: Target) -> bool:
        """Whether a method that hands nothing out runs an operator on loaded bytes.

        A kernel that gets a buffer and gives nothing back is taken for a store, as the linter does.
        """
        try:
            seen = [self.prober.look(target, layer, Rewrite()) for layer in self.layers()]
        except UnknownParameterError:
            return False
        return any(read.by.startswith(OPERATOR) for one in seen for read in one.reads)

    def layers(self) -> range:
        """The layer ids to ask for."""
        return self.prober.stack.geometry.layer_ids

    def probed(self) -> Iterator[tuple[Target, LayerVerdict]]:
        """Every read that has a verdict."""
        known = {accessor.name: accessor for accessor in accessors_of(type(self.root))}
        for report in self.accessors:
            for layer in report.layers:
                if layer.verdict is not Verdict.INCONCLUSIVE:
                    yield Target(self.root, known[report.name]), layer

    def control(self) -> tuple[str, ...]:
        """Reads that are not in order even after a full synchronisation: the simulation itself would be wrong."""
        wrong = []
        for target, layer in self.probed():
            seen = self.prober.look(target, layer.layer, Rewrite(), synchronised=True)
            if verdict_of(layer.layer, seen).verdict is not Verdict.ORDERED:
                wrong.append(f"{target.accessor.symbol} layer {layer.layer}")
        return tuple(wrong)

    def seed(self, fault: Fault) -> FaultReport:
        """Seed one fault under every read that it can reach."""
        expected = 0
        missed = []
        for target, layer in self.probed():
            if layer.own_event is None or not reaches(fault, layer):
                continue
            expected += 1
            rewrite = rewrite_for(fault, self.prober.tables, layer.own_event)
            if verdict_of(layer.layer, self.prober.look(target, layer.layer, rewrite)).verdict is not Verdict.UNORDERED:
                missed.append(f"{target.accessor.symbol} layer {layer.layer}")
        return FaultReport(fault, expected, tuple(missed))


def reaches(fault: Fault, layer: LayerVerdict) -> bool:
    """Whether a fault changes this read: a read that waits past its own event does not see its own event come early.

    A read that is ordered by a synchronisation of the host waits for no event at all.
    """
    if layer.verdict is Verdict.UNORDERED or fault is Fault.GATE_REMOVED:
        return True
    if not layer.waited or layer.own_event is None:
        return False
    return fault is Fault.PREVIOUS_LAYER or max(layer.waited) <= layer.own_event
