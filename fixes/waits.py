"""The edits that make a function wait, by what is wrong with it; the same for every strategy that waits in a method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all
from gatecheck.fixes.edits import Edit, Insert, Move, Replace
from gatecheck.fixes.layer import Layer
from gatecheck.fixes.placement import Spot, at_top, beside, in_stream_block, ordinal, ordinals
from gatecheck.fixes.source import expression, substitute

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.subject import Subject

MOST = 5
"""How many ways are offered for one finding: each is proved by an analysis of its own."""


class Way(msgspec.Struct, frozen=True):
    """Edits for one finding, the sibling whose gate they copy, and the method that waits then, if it is another."""

    edits: tuple[Edit, ...]
    like: str
    inside: str | None = None


def ways(subject: Subject) -> tuple[Way, ...]:
    """Every way to make this function wait, best first."""
    if subject.rule == "GC005":
        return (*_right_index(subject), *_moved(subject))
    restored = _restored(subject) if subject.rule in {"GC001", "GC002", "GC007"} else ()
    moved = _moved(subject) if subject.rule == "GC004" else ()
    found = [
        *restored,
        *moved,
        *(way for form, layer in _fillings(subject) if (way := _inserted(subject, form, layer)) is not None),
    ]
    return tuple(dict.fromkeys(found))[:MOST]


def _fillings(subject: Subject) -> list[tuple[Form, r.Expr]]:
    """Each form with the layer to put into it: as the read shows it, else by the parameter that siblings wait for."""
    names = frozenset(p.name for p in subject.record.params)
    layer = subject.layer
    found = [(form, layer.expr) for form in subject.forms if layer is not None and form.raw == layer.raw]
    for form in subject.forms:
        if _is_parameter(form.hole, names):
            found.append((form, form.hole))
        elif subject.layer is not None and form.raw != subject.layer.raw:
            found.append((form, subject.layer.expr))
    return found


def _is_parameter(hole: r.Expr, names: frozenset[str]) -> bool:
    while isinstance(hole, r.Attr):
        hole = hole.value
    return isinstance(hole, r.Name) and hole.id in names


def _inserted(subject: Subject, form: Form, layer: r.Expr) -> Way | None:
    spot = _spot(subject, layer)
    lines = form.filled(spot.layer) if spot is not None else None
    if spot is None or lines is None:
        return None
    return Way((Insert(subject.where, spot.block, spot.before, lines),), form.symbol)


def _spot(subject: Subject, layer: r.Expr) -> Spot | None:
    if subject.rule == "GC013":
        return in_stream_block(subject.record, subject.reads[0], layer)
    if subject.rule == "GC003" and subject.gates:
        return beside(subject.record, subject.reads[0], subject.gates, layer)
    return at_top(subject.record, frozenset(subject.reads), layer)


def _restored(subject: Subject) -> tuple[Way, ...]:
    """One wait in the method that all its callers take for one."""
    found = []
    for empty in subject.emptied:
        for form in subject.forms:
            lines = form.filled(r.Name(empty.parameter, -1)) if form.helper is None else None
            if lines is not None and not form.raw:
                found.append(Way((Insert(empty.where, empty.where.function, None, lines),), form.symbol, empty.symbol))
    return tuple(found[:2])


def _moved(subject: Subject) -> tuple[Way, ...]:
    """The wait that comes too late, taken to where it is early enough."""
    if subject.wrong_wait is None:
        return ()
    hole = subject.layer.expr if subject.layer is not None else r.Const(None)
    spot = at_top(subject.record, frozenset(subject.reads), hole)
    if spot.before is None or spot.layer is not hole:
        return ()
    return (Way((Move(subject.where, subject.wrong_wait, spot.block, spot.before),), subject.symbol),)


def _right_index(subject: Subject) -> tuple[Way, ...]:
    """The index expression of the wrong wait, written as siblings write it for this layer."""
    calls = (n for n in walk_all(subject.record.body) if isinstance(n, r.Call))
    call = next((n for n in calls if n.at == subject.wrong_wait), None)
    if call is None or len(call.args) != 1 or subject.layer is None:
        return ()
    old = call.args[0].value
    at = getattr(old, "at", None)
    if not isinstance(at, int):
        return ()
    texts = [text for form in subject.forms if (text := _index(form, call, subject.layer)) is not None]
    edits = [(Replace(subject.where, at, text),) for text in dict.fromkeys(texts) if text != expression(old)]
    return tuple(Way(edit, subject.symbol) for edit in edits)[:MOST]


def _index(form: Form, call: r.Call, layer: Layer) -> str | None:
    """The argument that a form gives to the same method, for a layer."""
    theirs = [n for n in walk(form.gate) if isinstance(n, r.Call) and isinstance(n.func, r.Attr) and n.args]
    name = call.func.name if isinstance(call.func, r.Attr) else ""
    for node in theirs:
        if isinstance(node.func, r.Attr) and node.func.name == name:
            return expression(substitute(node.args[0].value, form.hole, layer.expr))
    return None


__all__ = ["Way", "ordinal", "ordinals", "ways"]
