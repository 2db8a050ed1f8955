"""The index that a wait is given: what a form would give it, and what nothing else needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, only_value, walk, walk_all
from gatecheck.fixes.edits import Replace
from gatecheck.fixes.guards import given
from gatecheck.fixes.moving import gate_of
from gatecheck.fixes.placement import Spot, binds, innermost, ordinal
from gatecheck.fixes.settle import is_pure, stays
from gatecheck.fixes.source import expression, on, substitute
from gatecheck.fixes.written import names_in, names_of

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.layer import Layer
    from gatecheck.fixes.subject import Subject


def right_index(subject: Subject) -> tuple[Replace, ...]:
    """The index expression of the wrong wait, written as siblings write it for the layer that is read."""
    calls = (n for n in walk_all(subject.record.body) if isinstance(n, r.Call))
    call = next((n for n in calls if n.at == subject.wrong_wait), None)
    if call is None or len(call.args) != 1 or subject.layer is None:
        return ()
    old = _only_used_here(subject, call.args[0].value)
    if not _may_name(subject, call, old, subject.layer.expr):
        return ()
    found = [_argument_for(form, call, subject.layer) for form in _with_index(subject.forms)]
    edits = [
        _written(subject, call, old, new) for new in found if new is not None and expression(new) != expression(old)
    ]
    return tuple(dict.fromkeys(edit for edit in edits if edit is not None))


def on_pool(forms: tuple[Form, ...], pool: r.Expr) -> tuple[Form, ...]:
    """The forms of a pool as a reader outside writes them, and those by which it calls a method of its own to wait."""
    theirs = (msgspec.structs.replace(f, gate=on(f.gate, f.hole, pool)) for f in forms if not f.apart)
    return (*theirs, *(f for f in forms if f.apart and f.helper is not None))


def _with_index(forms: tuple[Form, ...]) -> tuple[Form, ...]:
    """Forms, and those of helpers that are given the event's index with what the other forms give the counter."""
    counted = [(wait, f.hole) for f in forms if f.helper is None and not f.raw and (wait := _given_wait(f)) is not None]
    made = (
        msgspec.structs.replace(f, gate=substitute(f.gate, f.hole, index), hole=hole, raw=False)
        for f in forms
        if f.helper is not None and f.raw and not f.takes
        for index, hole in counted
    )
    return (*forms, *made)


def _given_wait(form: Form) -> r.Expr | None:
    """What a gate gives to the call that is its wait: the first that holds the layer."""
    calls = (n for n in walk(form.gate) if isinstance(n, r.Call) and len(n.args) == 1)
    return next((c.args[0].value for c in calls if any(n is form.hole for n in walk(c.args[0].value))), None)


def _written(subject: Subject, call: r.Call, old: r.Expr, new: r.Expr) -> Replace | None:
    """An index in place of another; a number has no place of its own, so the call around it is written anew."""
    at = getattr(old, "at", None)
    whole = substitute(call, old, new) if isinstance(old, r.Const) else None
    text = expression(whole if whole is not None else new)
    where = call.at if whole is not None else at
    return Replace(subject.where, where, text) if isinstance(where, int) and text is not None else None


def _may_name(subject: Subject, call: r.Call, old: r.Expr, layer: r.Expr) -> bool:
    """Whether a wait can name a layer where it stands: it does so already, or nothing guards it from there on."""
    gate = gate_of(subject, call.at)
    at = ordinal(gate) if gate is not None else None
    place = innermost(subject.record, at) if at is not None else None
    if place is None or names_in(layer) <= names_in(old) or _is_looked_up(subject.record, old, layer):
        return True
    return is_pure(layer) and stays(subject.record, Spot(*place, layer), frozenset(subject.reads), layer)


def _is_looked_up(record: r.Function, index: r.Expr, layer: r.Expr) -> bool:
    """Whether an index is what a subscript by a layer gave: a wait that names it comes behind that look-up."""
    if not isinstance(index, r.Name) or any(binds(stmt, names_in(layer)) for stmt in record.body):
        return False
    values = [value for node in walk_all(record.body) for target, value in given(node) if index.id in names_in(target)]
    subs = [n for value in values for n in walk(value) if isinstance(n, r.Sub)]
    plain = not any(isinstance(n, r.Cond | r.BoolOp) for value in values for n in walk(value))
    return len(values) == 1 and plain and any(expression(sub.index) == expression(layer) for sub in subs)


def _only_used_here(subject: Subject, index: r.Expr) -> r.Expr:
    """The value of a variable that is made for a wait alone: nothing would use it any more. Else the index itself."""
    if not isinstance(index, r.Name) or subject.layer is None:
        return index
    nodes = tuple(walk_all(subject.record.body))
    value = only_value(nodes, index.id)
    once = sum(is_name(n, index.id) for n in nodes if isinstance(n, r.Name)) == 2
    changes = any(binds(stmt, names_of(subject.layer)) for stmt in subject.record.body)
    known = value is not None and names_of(subject.layer) <= names_in(value)
    return value if value is not None and once and known and not changes else index


def _argument_for(form: Form, call: r.Call, layer: Layer) -> r.Expr | None:
    """The argument that a form gives to the same method, for a layer."""
    theirs = [n for n in walk(form.gate) if isinstance(n, r.Call) and isinstance(n.func, r.Attr) and n.args]
    name = call.func.name if isinstance(call.func, r.Attr) else ""
    for node in theirs:
        if isinstance(node.func, r.Attr) and node.func.name == name:
            given = form.argument(layer.expr)
            return substitute(node.args[0].value, form.hole, given) if given is not None else None
    return None
