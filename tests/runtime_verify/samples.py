"""Records that several tests of the proof's reports build on."""

from __future__ import annotations

from gatecheck.runtime_verify.records import (
    AccessorReport,
    Fault,
    FaultReport,
    LayerVerdict,
    PoolReport,
    ProofReport,
    Skipped,
    StaleRate,
    Verdict,
)

CAUGHT = tuple(FaultReport(fault, 4) for fault in (Fault.GATE_REMOVED, Fault.PREVIOUS_LAYER, Fault.EARLY_EVENT))


def accessor(
    name: str,
    verdict: Verdict = Verdict.ORDERED,
    reads: tuple[str, ...] = ("returned",),
    through: tuple[str, ...] = (),
) -> AccessorReport:
    reason = "no value is known" if verdict is Verdict.INCONCLUSIVE else ""
    layers = tuple(LayerVerdict(layer, verdict, layer, (layer,), reads, reason) for layer in range(2))
    return AccessorReport(name, f"Pool.{name}", layers, through)


def pool(*accessors: AccessorReport, faults: tuple[FaultReport, ...] = CAUGHT, name: str = "Pool") -> PoolReport:
    return PoolReport(name, "sglang.pools", "HiRadixCache", "page size 64", accessors, faults=faults)


def report(*pools: PoolReport, **more: object) -> ProofReport:
    return ProofReport("cpu", "/tree", "0.5.12", "simulated streams", pools, **more)  # type: ignore[arg-type]


RATE = StaleRate("Pool", "get", "as it is", reads=200, stale=50, sessions=7, readers=64)
UNBUILT = (Skipped("OtherPool", "the tree has no builder"),)
