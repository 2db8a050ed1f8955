"""What the rules look at: for each entry and each buffer, all reads of it with what was known before each.

A case is plain data. Everything that a rule has to know has been resolved before, nothing is looked up afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gatecheck.findings import Confidence, Managed
    from gatecheck.flow.base import Place

COVERED = "covered"
WRONG_STREAM = "wrong-stream"
WRONG_LAYER = "wrong-layer"
LATE = "late"
PARTIAL = "partial"
DEAD = "dead"
UNGATED = "ungated"


class Hop(msgspec.Struct, frozen=True):
    """One step of the way to a read: a place, and the function called there (None at the read itself)."""

    place: Place
    callee: str | None


class Site(msgspec.Struct, frozen=True):
    """One read: its verdict, the way to it, and the wait or the dead gate that the verdict is about.

    ``via`` are the functions that had handed the address on before, the innermost first. ``unsure`` says that it is of
    the root's own buffer, and that the wait which covers it is not known to be for the layer that is read.
    """

    verdict: str
    hops: tuple[Hop, ...]
    kind: str
    witness: Place | None = None
    dead_gate: Place | None = None
    dead_because: Place | None = None
    dead_state: str = ""
    via: tuple[str, ...] = ()
    unsure: bool = False


class Overridden(msgspec.Struct, frozen=True):
    """An accessor that another one overrides and that waits, be it only on a root of its own class."""

    accessor: str
    waits_here: bool


class Case(msgspec.Struct, frozen=True):
    """Everything about one buffer as one entry reads it on one root.

    ``overridden`` is the accessor that this one overrides, where that one waits for this buffer. ``outside`` says that
    the entry is no method of the pool. ``relayed`` says that every defect comes through another entry that is reported
    itself, ``parted`` that the owner itself waits on another way, which leads to a buffer beside this one.
    """

    entry: str
    symbol: str
    path: str
    root: str
    buffer: str
    managed: Managed
    confidence: Confidence
    sites: tuple[Site, ...]
    overridden: Overridden | None = None
    outside: bool = False
    relayed: bool = False
    parted: bool = False

    @property
    def verdicts(self) -> frozenset[str]:
        """The verdicts of all reads."""
        return frozenset(site.verdict for site in self.sites)

    @property
    def wrong(self) -> bool:
        """Whether any read is not ordered, other than through an entry that is reported itself."""
        return not self.relayed and bool(self.verdicts - {COVERED})


def with_dropped_gates(cases: list[Case]) -> list[Case]:
    """The cases, with what an override reads beside the buffer of the accessor that it overrides.

    One wait would have covered both: the gate that it drops is missing for all that it reads without one.
    """
    bare = [case for case in cases if case.wrong and case.verdicts == {UNGATED}]
    dropped = {(case.root, case.entry): case.overridden for case in bare if case.overridden is not None}
    beside = {id(case) for case in bare if case.overridden is None and (case.root, case.entry) in dropped}
    return [
        msgspec.structs.replace(case, overridden=dropped[case.root, case.entry]) if id(case) in beside else case
        for case in cases
    ]
