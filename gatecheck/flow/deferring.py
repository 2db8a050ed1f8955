"""Code that a function outside the pools hands out: whoever runs it reads, not the function that made or picked it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.verdicts import Access


def is_told(access: Access, callers: AbstractSet[str], accesses: Mapping[str, Sequence[Access]]) -> bool:
    """Whether a read of code that a function hands out is one of its callers', or of a function that is judged itself.

    Where the code gives an address back and nothing else is known of its way, any read of the buffer may be it.
    """
    way = _functions(access) - {access.entry}
    made = (a for key in (callers | way) - {access.entry} for a in accesses.get(key, ()))
    return any(a.read.attr == access.read.attr and (not way or not way.isdisjoint(_functions(a))) for a in made)


def _functions(access: Access) -> frozenset[str]:
    """Every function that has to do with a read: those on the way to it, and the one in which it stands."""
    return access.read.callees | {access.read.place[0]}
