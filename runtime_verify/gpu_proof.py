"""A whole proof of one root pool on a GPU: four seeded faults first, then the verdicts, each repeated while open."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

import msgspec

from gatecheck.runtime_verify.gpu_device import Device, Target
from gatecheck.runtime_verify.gpu_probe import Verdicts, probe
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
from gatecheck.runtime_verify.source_fault import GateLine, NoSourceFaultError, replaced
from gatecheck.runtime_verify.stacks import owned_classes, variant_of

ATTEMPTS = 3
SIMPLE_FAULTS = (Fault.GATE_REMOVED, Fault.PREVIOUS_LAYER, Fault.EARLY_EVENT)

Tell = Callable[[str], None]


class RootProof:
    """Proves one root object of a device's stack; ``tell`` hears what is going on."""

    def __init__(self, device: Device, root: Any, tell: Tell) -> None:
        self.device = device
        self.root = root
        self.tell = tell
        self.name = type(root).__name__
        self.targets: tuple[Target, ...] = ()

    def report(self) -> PoolReport:
        """Explore, warm up, seed the faults, and only then ask for verdicts."""
        self.tell(f"{self.name}: exploring its accessors")
        explored = self.device.explore(self.root)
        self.targets = explored.targets
        faults: tuple[FaultReport, ...] = ()
        accessors = [self.unclear(one.name, one.reason) for one in explored.unclear]
        if self.targets:
            self.device.warm(self.targets)
            plain = self.settled(None)
            faults = (*(self.seed(fault, plain) for fault in SIMPLE_FAULTS), self.source_fault(plain))
            accessors = [self.accessor(target, plain[target.symbol]) for target in self.targets] + accessors
        return self.pool_report(accessors, explored.skipped, faults)

    def pool_report(
        self, accessors: Sequence[AccessorReport], skipped: Sequence[Skipped], faults: tuple[FaultReport, ...]
    ) -> PoolReport:
        """The record of all that was seen."""
        stack = self.device.stack
        return PoolReport(
            pool=self.name,
            module=type(self.root).__module__,
            builder=stack.builder,
            variant=variant_of(stack),
            accessors=tuple(accessors),
            skipped=tuple(skipped),
            faults=faults,
            owned=owned_classes(stack),
        )

    def settled(self, fault: Fault | None) -> Verdicts:
        """A pass, repeated up to three times in all while a layer stays open."""
        merged: Verdicts = {}
        for attempt in range(ATTEMPTS):
            self.tell(f"{self.name}: {fault.value if fault else 'as it is'}, pass {attempt + 1}")
            merge(merged, probe(self.device, self.targets, fault))
            if not any(v.verdict is Verdict.INCONCLUSIVE for layers in merged.values() for v in layers.values()):
                break
        return merged

    def seed(self, fault: Fault, plain: Verdicts) -> FaultReport:
        """One fault under all accessors: every read that waits no further than its own layer must turn unordered."""
        faulty = self.settled(fault)
        expected = [
            (symbol, layer)
            for symbol, layers in plain.items()
            for layer, verdict in layers.items()
            if fault is Fault.GATE_REMOVED or not waits_further(verdict)
        ]
        missed = [f"{s} layer {n}" for s, n in expected if faulty[s][n].verdict is not Verdict.UNORDERED]
        return FaultReport(fault, len(expected), tuple(missed))

    def source_fault(self, plain: Verdicts) -> FaultReport:
        """Delete one wait from the source: whoever runs that method must turn unordered, and nobody else."""
        for target in self.targets:
            if any(verdict.verdict is not Verdict.ORDERED for verdict in plain[target.symbol].values()):
                continue
            for gate in gate_lines(self.device, target):
                try:
                    with replaced(gate):
                        faulty = self.settled(None)
                except NoSourceFaultError:
                    continue
                return self.judged_source_fault(f"{gate.cls.__name__}.{gate.name}", plain, faulty)
        return FaultReport(Fault.SOURCE_GATE, 0, not_tried="no statement of these accessors does nothing but wait")

    def judged_source_fault(self, deleted: str, plain: Verdicts, faulty: Verdicts) -> FaultReport:
        """What the deletion in the method ``deleted`` should have changed, and what it should not.

        An accessor that only calls another one which has lost its wait may still have a wait of its own.
        """
        missed = []
        expected = 0
        for target in self.targets:
            if deleted in target.through and target.symbol != deleted and deleted in plain:
                continue
            hit = deleted in {target.symbol, *target.through}
            for layer, verdict in faulty[target.symbol].items():
                expected += hit
                wanted = Verdict.UNORDERED if hit else plain[target.symbol][layer].verdict
                if verdict.verdict is not wanted:
                    missed.append(f"{target.symbol} layer {layer} is {verdict.verdict.value}")
        return FaultReport(Fault.SOURCE_GATE, expected, tuple(missed))

    def accessor(self, target: Target, verdicts: dict[int, LayerVerdict]) -> AccessorReport:
        """The record of one accessor."""
        name = target.accessor.name
        refused = tuple(layer for layer in self.device.layers() if layer not in verdicts)
        reasons = "; ".join(dict.fromkeys(target.refused.values()))
        layers = tuple(read_by(target, verdicts[layer]) for layer in sorted(verdicts))
        return AccessorReport(name, target.symbol, layers, target.through, refused, reasons)

    def unclear(self, symbol: str, reason: str) -> AccessorReport:
        """The record of an accessor that could not be called."""
        layers = (LayerVerdict(layer, Verdict.INCONCLUSIVE, reason=reason) for layer in self.device.layers())
        return AccessorReport(symbol.rsplit(".", maxsplit=1)[-1], symbol, tuple(layers))


def read_by(target: Target, verdict: LayerVerdict) -> LayerVerdict:
    """The verdict, saying of a buffer that was handed out that it was this proof that read it."""
    return msgspec.structs.replace(verdict, reads=(HANDED_OUT,)) if target.handed_out and verdict.reads else verdict


def merge(known: Verdicts, new: Verdicts) -> None:
    """Let a later pass settle what is open, and let one unordered read outweigh anything."""
    for symbol, layers in new.items():
        mine = known.setdefault(symbol, {})
        for layer, verdict in layers.items():
            before = mine.get(layer)
            if before is None or before.verdict is Verdict.INCONCLUSIVE or verdict.verdict is Verdict.UNORDERED:
                mine[layer] = verdict


def waits_further(verdict: LayerVerdict) -> bool:
    """Whether a read waits for a later event than its layer's, so that a shift by one does not reach it."""
    return verdict.own_event is not None and any(event > verdict.own_event for event in verdict.waited)


def gate_lines(device: Device, target: Target) -> list[GateLine]:
    """The lines in which the root's own methods were when the accessor waited, the accessor's own body first."""
    found: list[GateLine] = []
    methods = methods_of(type(target.root))

    def note(_position: int) -> None:
        frame: FrameType | None = sys._getframe()  # noqa: SLF001 - the only way to the frames below
        while frame is not None:
            place = methods.get(frame.f_code)
            if place is not None:
                found.append(GateLine(*place, frame.f_lineno))
            frame = frame.f_back

    with device.hooks as hooks:
        started = device.load()
        hooks.on_wait = note
        target.reading(started.variants).read(next(iter(target.poisoned)))
        hooks.on_wait = None
        device.finish(started)
    return found[::-1]


def methods_of(cls: type) -> dict[CodeType, tuple[type, str]]:
    """Class and name of every method in the MRO, by its code."""
    return {
        inspect.unwrap(value).__code__: (base, name)
        for base in cls.__mro__
        for name, value in vars(base).items()
        if inspect.isfunction(value)
    }
