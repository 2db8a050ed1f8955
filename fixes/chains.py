"""Chains of attributes, and the variables that only shorten one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import only_value, walk_all
from gatecheck.fixes.source import expression, renamed

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEPTH = 3


def is_self(expr: r.Expr) -> bool:
    """Whether an expression is the object itself, as its methods call it."""
    return isinstance(expr, r.Name) and expr.id == "self"


def is_plain(expr: r.Expr) -> bool:
    """Whether an expression is a name or attributes of one: it can be written twice."""
    return isinstance(beginning(expr), r.Name)


def beginning(expr: r.Expr) -> r.Expr:
    """What the attributes of a chain are asked of."""
    while isinstance(expr, r.Attr):
        expr = expr.value
    return expr


def same(left: r.Expr, right: r.Expr) -> bool:
    """Whether two expressions are written alike, wherever they stand."""
    text = expression(left)
    return text is not None and text == expression(right)


def alias(record: r.Function, name: str) -> r.Expr | None:
    """The only value that a variable gets, where it is a chain of attributes."""
    only = only_value(walk_all(record.body), name)
    return only if isinstance(only, r.Attr) and is_plain(only) else None


def spelt_out(record: r.Function) -> tuple[r.Stmt, ...]:
    """The body of a function with the values of the variables that name a counter or a layer, and without these."""
    body = record.body
    known: dict[str, r.Expr] = {}
    for _ in range(_DEPTH):
        found = {name: value for name in _assigned(body) if (value := _short(record, name)) is not None}
        found = {name: renamed(value, known) for name, value in found.items()}
        if found == known:
            break
        known = found
    return _without(body, known) if known else body


def _assigned(body: tuple[r.Stmt, ...]) -> list[str]:
    assigns = (n for n in walk_all(body) if isinstance(n, r.Assign) and len(n.targets) == 1)
    return [n.targets[0].id for n in assigns if isinstance(n.targets[0], r.Name)]


def _short(record: r.Function, name: str) -> r.Expr | None:
    """The value of a variable that is a chain, an attribute asked for by name, or a chain with another taken off."""
    if any(param.name == name for param in record.params):
        return None
    value = _asked_for(only_value(walk_all(record.body), name))
    if isinstance(value, r.Bin) and value.op == "-":
        return value if is_plain(value.left) and is_plain(value.right) else None
    return value if value is not None and is_plain(value) else None


def _asked_for(value: r.Expr | None) -> r.Expr | None:
    """``getattr(object, "name", None)`` as the attribute that it asks for."""
    if not isinstance(value, r.Call) or not isinstance(value.func, r.Name) or value.func.id != "getattr":
        return value
    given = [a.value for a in value.args]
    name = given[1].value if len(given) > 1 and isinstance(given[1], r.Const) else None
    return r.Attr(given[0], name, value.at) if isinstance(name, str) else None


def _without(body: tuple[r.Stmt, ...], known: Mapping[str, r.Expr]) -> tuple[r.Stmt, ...]:
    """Statements with the values of some variables, and without the assignments of these."""
    kept = (s for s in body if not (isinstance(s, r.Assign) and set(_assigned((s,))) & known.keys()))
    return tuple(_inside(s, known) for s in kept)


def _inside(stmt: r.Stmt, known: Mapping[str, r.Expr]) -> r.Stmt:
    blocks = {n: v for n in ("body", "orelse", "final") if isinstance(v := getattr(stmt, n, None), tuple)}
    if isinstance(stmt, r.Function | r.ClassDef):
        return stmt
    inner = {name: _without(block, known) for name, block in blocks.items()}
    bare = msgspec.structs.replace(stmt, **dict.fromkeys(inner, ()))
    return msgspec.structs.replace(renamed(bare, known), **inner)


__all__ = ["alias", "beginning", "is_plain", "is_self", "same", "spelt_out"]
