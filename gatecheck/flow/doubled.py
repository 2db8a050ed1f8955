"""Accessors that wait twice for the same event on one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Confidence
from gatecheck.flow.base import Again, Place
from gatecheck.flow.defects import Defect, DoubleWait

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import Program


def doubled(program: Program, walks: Mapping[tuple[str, str], Walk]) -> list[Defect]:
    """One subject for each accessor that waits again, unless it does so only inside another that is one itself."""
    found: dict[tuple[str, Place, Place], Defect] = {}
    own = {(root, entry): {(a.first, a.place) for a in walk.doubled} for (root, entry), walk in walks.items()}
    for (root, entry), walk in walks.items():
        for again in walk.doubled:
            if any((again.first, again.place) in own.get((root, hop.callee), ()) for hop in again.chain):
                continue
            name = program.classes[root].name
            key = (entry, again.first, again.place)
            old = found.get(key)
            if old is None:
                found[key] = _defect(program, entry, again, name)
            else:
                found[key] = msgspec.structs.replace(old, roots=tuple(sorted({*old.roots, name})))
    return list(found.values())


def _defect(program: Program, entry: str, again: Again, root: str) -> Defect:
    info = program.functions[entry]
    place = again.chain[0].place if again.chain else again.place
    way = tuple((hop.place, "on the way") for hop in again.chain)
    trace = ((again.first, "waits for this event"), *way, (again.place, "waits for it again"))
    return Defect(DoubleWait(entry), info.symbol, info.path, place, trace, Confidence.HIGH, (root,))
