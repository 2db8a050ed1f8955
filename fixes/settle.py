"""From the place that covers a read to those where a wait changes nothing else, and what may be written there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, is_name, walk, walk_all
from gatecheck.fixes.edits import INNERMOST
from gatecheck.fixes.guards import Place, places
from gatecheck.fixes.placement import Spot, all_statements, at_top_of, ordinal, ordinals
from gatecheck.fixes.source import Line, expression

if TYPE_CHECKING:
    from collections.abc import Iterator

_PURE = frozenset(
    {"abs", "bool", "getattr", "hasattr", "int", "isinstance", "len", "max", "min", "range", "sum", "tuple"}
)


def settled(
    record: r.Function, spot: Spot, reads: frozenset[int], layer: r.Expr, *, parted: bool = False
) -> tuple[Spot, ...] | None:
    """The places for a wait that would stand at ``spot``: behind what guards its layer, the last of them first.

    None where there is none. ``layer`` is what the wait evaluates, ``parted`` asks for places on the ways that
    read alone.
    """
    start = _start(record, spot)
    if start is None:
        return (spot,)
    found = places(record, msgspec.structs.replace(start, parted=parted), reads, layer)
    if not found:
        return (spot,)
    spots = [_spot(place, reads, spot.layer) for place in found]
    known = [each for each in spots if each is not None]
    return tuple(sorted(known, key=lambda s: -(s.before or 0))) if len(known) == len(spots) else None


def stays(
    record: r.Function, spot: Spot, reads: frozenset[int], layer: r.Expr, made: frozenset[int] = frozenset()
) -> bool:
    """Whether a wait may stand where it would; ``made`` are more nodes that evaluate the layer."""
    start = _start(record, spot)
    return start is None or not places(record, start, reads, layer, made)


def reaches(record: r.Function, spot: Spot, nodes: frozenset[int]) -> bool:
    """Whether some nodes stand in the block of a place, none of them before it."""
    start = _start(record, spot)
    return start is not None and nodes <= frozenset[int]().union(*map(ordinals, start.body))


def _start(record: r.Function, spot: Spot) -> Place | None:
    """The block of a place, from the statement that it stands before."""
    before = spot.before
    for body in _bodies(record, spot.block) if before is not None else ():
        at = next((i for i, stmt in enumerate(body) if before in ordinals(stmt)), None)
        if at is not None:
            return Place(body[at:], spot.block)
    return None


def _bodies(record: r.Function, block: int) -> Iterator[tuple[r.Stmt, ...]]:
    for node in (record, *all_statements(record.body)):
        if getattr(node, "at", None) == block:
            yield from (found for name in ("body", "orelse") if isinstance(found := getattr(node, name, None), tuple))


def _spot(place: Place, reads: frozenset[int], layer: r.Expr) -> Spot | None:
    """A place as its edit names it; None before a statement that has no name of its own there."""
    first = place.body[0]
    if place.block == INNERMOST and isinstance(first, r.Try):
        return _spot(Place(first.body, INNERMOST, place.under), reads, layer) if not first.handlers else None
    top = at_top_of(place.block, place.body, reads, layer)
    anchor = ordinal(place.body[0])
    spot = Spot(place.block, anchor, layer, place.under) if place.under else top
    stmt = next((s for s in place.body if spot.before in ordinals(s)), None)
    nameless = spot.before is None or isinstance(stmt, r.Try | r.Match)
    return None if place.block == INNERMOST and nameless else spot


def conditional(lines: tuple[Line, ...] | None, under: tuple[r.Expr, ...]) -> tuple[Line, ...] | None:
    """The lines of a wait under some conditions; None where one cannot be asked twice, or not be written down."""
    if not under or lines is None:
        return lines
    texts = [expression(test) for test in under]
    if None in texts or not all(map(is_pure, under)):
        return None
    wrapped = [f"({t})" if isinstance(e, r.BoolOp) and len(under) > 1 else t for t, e in zip(texts, under, strict=True)]
    test = " and ".join(text for text in wrapped if text is not None)
    return (Line(0, f"if {test}:"), *(Line(line.depth + 1, line.text) for line in lines))


def is_pure(expr: r.Expr) -> bool:
    """Whether an expression can be evaluated once more: it calls nothing that may have an effect."""
    if any(isinstance(n, r.Await | r.Yield | r.Walrus) for n in walk(expr)):
        return False
    calls = (n.func for n in walk(expr) if isinstance(n, r.Call))
    return all(isinstance(func, r.Name) and func.id in _PURE for func in calls)


def may_lack(record: r.Function, layer: r.Expr, reads: frozenset[int]) -> bool:
    """Whether a function provides for the absence of an attribute that a layer is called by."""
    chains = {expression(n) for n in walk(layer) if isinstance(n, r.Attr) and not is_name(n.value, "self")}
    if not chains:
        return False
    asked = (as_attribute(n) for n in walk_all(record.body) if isinstance(n, r.Call) and len(n.args) == 3)
    if any(isinstance(n, r.Attr) and expression(n) in chains for n in asked):
        return True
    tried = (s for s in all_statements(record.body) if isinstance(s, r.Try) and s.handlers)
    inside = (n for s in tried if not reads & ordinals(s) for n in walk_all(s.body) if isinstance(n, r.Attr))
    return any(expression(n) in chains for n in inside)
