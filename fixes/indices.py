"""The index that a wait is given: what a form would give it, and what nothing else needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import is_name, only_value, walk, walk_all
from gatecheck.fixes.placement import binds
from gatecheck.fixes.source import expression, substitute
from gatecheck.fixes.written import names_in, names_of

if TYPE_CHECKING:
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.layer import Layer
    from gatecheck.fixes.subject import Subject


def only_used_here(subject: Subject, index: r.Expr) -> r.Expr:
    """The value of a variable that is made for a wait alone: nothing would use it any more. Else the index itself."""
    if not isinstance(index, r.Name) or subject.layer is None:
        return index
    nodes = tuple(walk_all(subject.record.body))
    value = only_value(nodes, index.id)
    once = sum(is_name(n, index.id) for n in nodes if isinstance(n, r.Name)) == 2
    changes = any(binds(stmt, names_of(subject.layer)) for stmt in subject.record.body)
    known = value is not None and names_of(subject.layer) <= names_in(value)
    return value if value is not None and once and known and not changes else index


def argument_for(form: Form, call: r.Call, layer: Layer) -> str | None:
    """The argument that a form gives to the same method, for a layer."""
    theirs = [n for n in walk(form.gate) if isinstance(n, r.Call) and isinstance(n.func, r.Attr) and n.args]
    name = call.func.name if isinstance(call.func, r.Attr) else ""
    for node in theirs:
        if isinstance(node.func, r.Attr) and node.func.name == name:
            given = form.argument(layer.expr)
            return expression(substitute(node.args[0].value, form.hole, given)) if given is not None else None
    return None
