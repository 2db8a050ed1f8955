"""What a function's variables can stand for: attributes, or its parameters, as far as it is written down there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import as_attribute, called_name, walk_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_PASSING_ON = frozenset({"filter", "iter", "list", "reversed", "set", "tuple"})


class Source(msgspec.Struct, frozen=True):
    """An attribute of whatever object, or a parameter of the function that is asked about."""

    name: str
    is_parameter: bool = False


def held_by(function: r.Function, params: Collection[str]) -> dict[str, set[Source]]:
    """What each variable can stand for, those of functions inside included; ``params`` for themselves."""
    local: dict[str, set[Source]] = {name: {Source(name, is_parameter=True)} for name in params}
    inside: dict[str, tuple[r.Param, ...]] = {}
    for node in walk_all(function.body):
        if isinstance(node, r.Function):
            inside[node.name] = node.params
        elif isinstance(node, r.Assign) and isinstance(node.value, r.Lambda):
            inside.update((t.id, node.value.params) for t in node.targets if isinstance(t, r.Name))
        for name, sources in _bound(node, local, inside):
            local.setdefault(name, set()).update(sources)
    return local


def sources_of(expr: r.Expr, local: Mapping[str, set[Source]]) -> set[Source]:
    """What an expression can be, through ``getattr``, choices and local names."""
    expr = as_attribute(expr)
    if isinstance(expr, r.Attr):
        return {Source(expr.name)}
    if isinstance(expr, r.Name):
        return local.get(expr.id, set())
    if isinstance(expr, r.Cond):
        return sources_of(expr.then, local) | sources_of(expr.orelse, local)
    if isinstance(expr, r.BoolOp):
        return set().union(*(sources_of(v, local) for v in expr.values))
    if isinstance(expr, r.Walrus):
        return sources_of(expr.value, local)
    return set()


def attributes(expr: r.Expr, local: Mapping[str, set[Source]]) -> set[str]:
    """The attributes whose value an expression can be."""
    return {source.name for source in sources_of(expr, local) if not source.is_parameter}


def _bound(
    node: msgspec.Struct, local: Mapping[str, set[Source]], inside: Mapping[str, tuple[r.Param, ...]]
) -> Iterator[tuple[str, set[Source]]]:
    """The variables that a statement or an expression binds, each with what it can be from here on."""
    if isinstance(node, r.Assign | r.Walrus) and node.value is not None:
        targets = node.targets if isinstance(node, r.Assign) else (node.target,)
        yield from ((t.id, sources_of(node.value, local)) for t in targets if isinstance(t, r.Name))
    elif isinstance(node, r.For | r.Gen) and isinstance(node.target, r.Name):
        yield node.target.id, _elements(node.iter, local)
    elif isinstance(node, r.Match):
        yield from ((name, sources_of(node.subject, local)) for c in node.cases if c.always for name in c.binds)
    elif isinstance(node, r.Call):
        yield from ((name, sources_of(value, local)) for name, value in _given(node, inside))


def _elements(expr: r.Expr, local: Mapping[str, set[Source]]) -> set[Source]:
    """What is drawn from an expression: an attribute of which nothing more is known stands for its items."""
    if isinstance(expr, r.Seq):
        return set().union(*(sources_of(item, local) for item in expr.items))
    if isinstance(expr, r.Call) and called_name(expr) in _PASSING_ON and expr.args:
        return _elements(expr.args[-1].value, local)
    return sources_of(expr, local)


def _given(node: r.Call, inside: Mapping[str, tuple[r.Param, ...]]) -> Iterator[tuple[str, r.Expr]]:
    """What a call gives to the parameters of a function that stands in this one."""
    func = node.func
    params = func.params if isinstance(func, r.Lambda) else inside.get(func.id, ()) if isinstance(func, r.Name) else ()
    if params:
        plain = (arg.value for arg in node.args if arg.name is None and not arg.stars)
        yield from ((param.name, value) for param, value in zip(params, plain, strict=False))
        yield from ((arg.name, arg.value) for arg in node.args if arg.name is not None)
