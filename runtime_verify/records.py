"""What the run-time proof hands from process to process and to its renderers.

Every record is frozen. Layers are the layer ids that the accessor takes (global ids), events are positions in the
counter's event table (``LayerDoneCounter.events[slot].load_events`` in ``sglang/srt/managers/cache_controller.py``).
"""

from __future__ import annotations

from enum import Enum

import msgspec

HANDED_OUT = "returned"


class Verdict(str, Enum):
    """Whether a read is certainly behind its layer's load. Inconclusive is never a pass."""

    ORDERED = "ordered"
    UNORDERED = "unordered"
    INCONCLUSIVE = "inconclusive"


class Fault(str, Enum):
    """The faults that a run seeds to show that it would see them."""

    GATE_REMOVED = "gate removed"
    PREVIOUS_LAYER = "waits for layer - 1"
    EARLY_EVENT = "event recorded before the copy"
    SOURCE_GATE = "one accessor's gate deleted from the source"


class LayerVerdict(msgspec.Struct, frozen=True):
    """One read of one layer. ``own_event`` is the first event behind the data; ``waited`` are those waited for."""

    layer: int
    verdict: Verdict
    own_event: int | None = None
    waited: tuple[int, ...] = ()
    reads: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if self.verdict is Verdict.INCONCLUSIVE and not self.reason:
            raise ValueError(f"an inconclusive verdict says why: layer {self.layer}")


class AccessorReport(msgspec.Struct, frozen=True):
    """One accessor of one root pool. ``symbol`` names the class whose body holds the method, as findings do.

    ``through`` are the other methods of the tree that ran inside the call; ``refused`` the layers of which the pool
    hands out nothing that is loaded (a hybrid pool has no keys for a linear layer), with the reasons in ``refusal``.
    """

    name: str
    symbol: str
    layers: tuple[LayerVerdict, ...]
    through: tuple[str, ...] = ()
    refused: tuple[int, ...] = ()
    refusal: str = ""

    @property
    def verdict(self) -> Verdict:
        """The worst of all layers: one unordered read is enough, and nothing is ordered that was not all seen."""
        seen = {layer.verdict for layer in self.layers}
        if Verdict.UNORDERED in seen:
            return Verdict.UNORDERED
        return Verdict.ORDERED if seen == {Verdict.ORDERED} else Verdict.INCONCLUSIVE

    @property
    def only_handed_out(self) -> bool:
        """Whether every unordered read is a buffer that left the pool unread: a race only if a caller reads it."""
        unordered = [layer for layer in self.layers if layer.verdict is Verdict.UNORDERED]
        return bool(unordered) and all(set(layer.reads) == {HANDED_OUT} for layer in unordered)


class Skipped(msgspec.Struct, frozen=True, order=True):
    """Something that was not probed, and why."""

    name: str
    reason: str


class FaultReport(msgspec.Struct, frozen=True):
    """One seeded fault on one pool: how many reads must turn unordered, and those that did not.

    ``not_tried`` says why the fault does not exist here; it is set by the fault in the source only.
    """

    fault: Fault
    expected: int
    missed: tuple[str, ...] = ()
    not_tried: str = ""

    @property
    def caught(self) -> bool:
        """Whether the fault was seen everywhere; one that was tried nowhere counts only with its reason."""
        return (self.expected > 0 or bool(self.not_tried)) and not self.missed


class PoolReport(msgspec.Struct, frozen=True):
    """One root pool object. ``builder`` is the tree's code that made its host side, ``variant`` how it was made."""

    pool: str
    module: str
    builder: str
    variant: str = ""
    accessors: tuple[AccessorReport, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    faults: tuple[FaultReport, ...] = ()
    control_failures: tuple[str, ...] = ()
    owned: tuple[str, ...] = ()

    @property
    def trusted(self) -> bool:
        """Whether all seeded faults were seen and every read was in order after a full synchronisation."""
        return bool(self.faults) and all(fault.caught for fault in self.faults) and not self.control_failures


class MissingPackage(msgspec.Struct, frozen=True):
    """A package that the tree imports and that is not there (``broken`` names the error where it is there).

    ``command`` installs it; it is empty where the tree itself is incomplete.
    """

    package: str
    command: str
    broken: str = ""


class CpuRequest(msgspec.Struct, frozen=True):
    """What the child process is asked: ``tree`` holds the package folder ``sglang``."""

    tree: str
    layers: int = 4
    start_layer: int = 0
    only: tuple[str, ...] = ()


class StaleRate(msgspec.Struct, frozen=True):
    """Stale reads of one accessor under a delayed loader: an illustration, never a verdict.

    ``sessions`` are the readers of which at least one read was stale, out of ``readers``.
    """

    pool: str
    accessor: str
    case: str
    reads: int
    stale: int
    sessions: int
    readers: int
    variant: str = ""


class GpuRequest(msgspec.Struct, frozen=True):
    """What the child process on a GPU is asked; ``delay_ms`` and ``sessions`` are those of the stale rates."""

    tree: str
    layers: int = 8
    only: tuple[str, ...] = ()
    sessions: int = 64
    delay_ms: int = 300
    io_backend: str = "direct"


class Step(msgspec.Struct, frozen=True):
    """What a child process is doing now, in a few words."""

    text: str


class Outcome(msgspec.Struct, frozen=True):
    """What a child process saw. ``stood_in`` are the packages whose import alone was replaced."""

    version: str = ""
    device: str = ""
    rates: tuple[StaleRate, ...] = ()
    pools: tuple[PoolReport, ...] = ()
    unbuilt: tuple[Skipped, ...] = ()
    stood_in: tuple[str, ...] = ()
    missing: MissingPackage | None = None
    seconds: float = 0.0


class StaticFinding(msgspec.Struct, frozen=True):
    """What the comparison needs of one finding of ``gatecheck check``."""

    rule: str
    symbol: str
    roots: tuple[str, ...]
    confidence: str


class Agreement(str, Enum):
    """How the static and the dynamic answer for one accessor of one root stand to each other."""

    AGREE = "agree"
    DISAGREE = "disagree"
    OPEN = "open"


class ComparedAccessor(msgspec.Struct, frozen=True):
    """One accessor of one root, seen from both sides; ``reason`` says why the question is open."""

    pool: str
    symbol: str
    dynamic: Verdict
    static: tuple[str, ...]
    agreement: Agreement
    reason: str = ""


class Comparison(msgspec.Struct, frozen=True):
    """Both answers side by side. ``failure`` is set where the static side gave no answer."""

    rows: tuple[ComparedAccessor, ...] = ()
    unseen: tuple[Skipped, ...] = ()
    failure: str = ""

    @property
    def disagreements(self) -> tuple[ComparedAccessor, ...]:
        """The rows in which one of the two is wrong."""
        return tuple(row for row in self.rows if row.agreement is Agreement.DISAGREE)


class ProofReport(msgspec.Struct, frozen=True):
    """One run of ``verify cpu`` or ``verify gpu``, ready to be rendered.

    ``failure`` is one sentence where the run gave no answer at all, with the end of the log in ``log``.
    """

    level: str
    tree: str
    version: str = ""
    device: str = ""
    pools: tuple[PoolReport, ...] = ()
    unbuilt: tuple[Skipped, ...] = ()
    stood_in: tuple[str, ...] = ()
    comparison: Comparison | None = None
    rates: tuple[StaleRate, ...] = ()
    missing: MissingPackage | None = None
    failure: str = ""
    log: str = ""
    seconds: float = 0.0

    @property
    def trusted_pools(self) -> tuple[PoolReport, ...]:
        """The pools on which every seeded fault was seen; the others' verdicts are not shown."""
        return tuple(pool for pool in self.pools if pool.trusted)

    def accessors(self, verdict: Verdict) -> tuple[str, ...]:
        """``Pool: symbol`` of every accessor with this verdict on a trusted pool."""
        return tuple(
            f"{pool.pool}: {accessor.symbol}"
            for pool in self.trusted_pools
            for accessor in pool.accessors
            if accessor.verdict is verdict
        )

    @property
    def exit_code(self) -> int:
        """1 for an unordered read or a disagreement, 3 where nothing was proved or a part cannot be trusted, else 0."""
        if self.accessors(Verdict.UNORDERED):
            return 1
        if self.comparison is not None and self.comparison.disagreements:
            return 1
        unproved = self.failure or self.missing is not None or not self.trusted_pools
        untrusted = len(self.trusted_pools) < len(self.pools)
        compared = self.comparison is None or not self.comparison.failure
        return 3 if unproved or untrusted or not compared else 0
