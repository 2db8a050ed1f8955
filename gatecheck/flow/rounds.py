"""Rounds of loops: what every round waits for is too late for what the same round has read before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import children
from gatecheck.flow.state import State, Wait, gained

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.base import Read


class Round(msgspec.Struct, frozen=True):
    """The waits that each round of a loop of ``function`` ends with, and the places outside branches that leave it."""

    function: str
    waits: frozenset[Wait]
    places: frozenset[int]

    def follows(self, read: Read) -> bool:
        """Whether the waits come after a read, which happens in the loop or below a call that stands in it."""
        places = (*(hop.place for hop in read.chain), read.place)
        return any(key == self.function and at in self.places for key, at in places)


def round_of(function: str, body: tuple[r.Stmt, ...], before: State, ends: list[State]) -> Round | None:
    """What a round has waited for wherever it comes to its end; None where that is nothing."""
    if not ends:
        return None
    waits = gained(before.must, ends)
    return Round(function, waits, frozenset(_places(body))) if waits else None


def _places(body: tuple[r.Stmt, ...]) -> Iterator[int]:
    """The places in a body from which control comes to its end: none in a branch that may leave the loop."""
    for statement in body:
        if not isinstance(statement, r.Return):
            yield from _own_places(statement)


def _own_places(node: msgspec.Struct) -> Iterator[int]:
    if isinstance(node, r.If):
        yield from _own_places(node.test)
        for branch in (node.body, node.orelse):
            if not any(map(_leaves, branch)):
                yield from _places(branch)
        return
    at = getattr(node, "at", None)
    if at is not None:
        yield at
    for child in children(node):
        yield from _own_places(child)


def _leaves(node: msgspec.Struct) -> bool:
    """Whether a statement may end the loop that it stands in: by a return, or by a break of no loop of its own."""
    if isinstance(node, (r.For, r.While)):
        return any(map(_returns, node.body)) or any(map(_leaves, node.orelse))
    if isinstance(node, r.Jump):
        return node.kind == "break"
    return isinstance(node, r.Return) or (not isinstance(node, r.Function) and any(map(_leaves, children(node))))


def _returns(node: msgspec.Struct) -> bool:
    inside = () if isinstance(node, r.Function) else children(node)
    return isinstance(node, r.Return) or any(map(_returns, inside))
