"""Whole buffers that objects outside keep in their attributes, as far as single assignments show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, only_value, own_attribute, walk, walk_all
from gatecheck.flow.displays import items_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

_DEEP = 4


def given_to(name: str, node: r.Assign) -> list[r.Expr | None]:
    """What an assignment stores in an attribute of this name, alone or among others; None for a bare annotation."""
    return [value for target in node.targets for value in _given(name, target, node.value)]


def _given(name: str, target: r.Expr, value: r.Expr | None) -> Iterator[r.Expr | None]:
    if isinstance(target, r.Attr) and target.name == name:
        yield value
    elif isinstance(target, r.Seq) and value is not None:
        for position, item in enumerate(target.items):
            yield from _given(name, item, _item(value, position, target.items))


def _item(value: r.Expr, position: int, items: tuple[r.Expr, ...]) -> r.Expr:
    """What the target at a position takes of a value; behind one that takes all the rest it is counted from the end."""
    behind = any(isinstance(item, r.Star) for item in items[:position])
    place = position - len(items) if behind else position
    if isinstance(value, r.Seq) and not any(isinstance(item, r.Star) for item in value.items):
        return value.items[place] if -len(value.items) <= place < len(value.items) else value
    return r.Sub(value, r.Const(place), -1)


def spelled_out(expr: r.Expr, assignments: Iterable[r.Assign]) -> r.Expr:
    """An expression, or what the only assignment of the variable that it is gives that variable."""
    only = only_value(assignments, expr.id) if isinstance(expr, r.Name) else None
    return only if only is not None else expr


def hands_tables(expr: r.Expr, buffers: AbstractSet[str], lenders: AbstractSet[str], depth: int = _DEEP) -> bool:
    """Whether an expression names a whole buffer, or calls a method that hands one out."""
    if depth == 0:
        return False
    expr = as_attribute(expr)
    if isinstance(expr, r.Attr):
        return expr.name in buffers or expr.name in lenders
    if isinstance(expr, r.Call):
        return isinstance(expr.func, r.Attr) and expr.func.name in lenders
    if isinstance(expr, r.Sub):
        called = isinstance(expr.value, r.Call)
        return called and hands_tables(expr.value, buffers, lenders, depth - 1)
    shown = items_of(expr) if isinstance(expr, (r.Seq, r.DictLit)) else ()
    return any(hands_tables(item, buffers, lenders, depth - 1) for item in shown)


def keeping(record: r.Function, buffers: AbstractSet[str], lenders: AbstractSet[str]) -> set[str]:
    """The attributes of its own object in which a method puts whole buffers."""
    nodes = [node for node in walk_all(record.body) if isinstance(node, r.Assign)]
    targets = (t for node in nodes for target in node.targets for t in walk(target))
    own = {name for target in targets if (name := own_attribute(target, record)) is not None}
    return {
        name
        for name in own
        for node in nodes
        for expr in given_to(name, node)
        if expr is not None and hands_tables(spelled_out(expr, nodes), buffers, lenders)
    }
