"""What a reader calls the pool that only a function further in takes something from, or that its object keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, decorator_names, is_name, walk, walk_all
from gatecheck.fixes.bypass import holder
from gatecheck.fixes.chains import alias, beginning, is_plain, is_self, same
from gatecheck.fixes.placement import binds, ordinals
from gatecheck.fixes.source import renamed
from gatecheck.program.origins import passed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.cases import Site
    from gatecheck.program.link import FunctionInfo, Program

_UNBOUND = frozenset({"classmethod", "staticmethod"})
_Step = tuple["FunctionInfo", "FunctionInfo", r.Call]


def named_further_in(program: Program, site: Site, buffers: frozenset[str]) -> tuple[r.Expr, int] | None:
    """The pool as the entry of a read would call it, and the node there behind which it is read.

    None where the way to the read loses it, or where it has that name only in a part of the entry.
    """
    steps = list(_steps(program, site))
    last = site.hops[-1].place
    reader = program.functions[site.via[0] if site.via else last[0]]
    pool = _taken(program, reader, buffers, None if site.via else last[1])
    for outer, callee, call in steps:
        pool = _given(outer.record, callee, call, pool) if pool is not None else None
    at = steps[-1][2].at if steps else last[1]
    entry = program.functions[site.hops[0].place[0]]
    return (pool, at) if pool is not None and _is_there(entry.record, pool, at) else None


def _steps(program: Program, site: Site) -> Iterator[_Step]:
    """The calls on the way to a read, the innermost first: who calls whom, and how."""
    functions = program.functions
    inside = [functions[key] for key in site.via]
    last = functions[site.hops[-1].place[0]]
    for callee, outer in zip(inside, (*inside[1:], last), strict=False):
        calls = [n for n in walk_all(outer.record.body) if isinstance(n, r.Call)]
        yield from ((outer, callee, call) for call in calls if called_name(call) == callee.record.name)
    for hop in reversed(site.hops[:-1]):
        outer = functions[hop.place[0]]
        nodes = (n for n in walk_all(outer.record.body) if isinstance(n, r.Call) and n.at == hop.place[1])
        yield from ((outer, functions[hop.callee], call) for call in nodes if hop.callee in functions)


def _taken(program: Program, reader: FunctionInfo, buffers: frozenset[str], at: int | None) -> r.Expr | None:
    """What a function takes a buffer from, there or where its object was made."""
    nodes = (getattr(n, "at", 0) for n in walk_all(reader.record.body))
    taken = holder(reader.record, max(nodes, default=0) if at is None else at, buffers)
    if taken is None:
        return _kept_beside(program, reader, buffers)
    return _spelt_out(reader.record, taken.value)


def _kept_beside(program: Program, reader: FunctionInfo, buffers: frozenset[str]) -> r.Expr | None:
    """The attribute that an object keeps a pool in, where its constructor has taken a table for it from the same."""
    maker = program.method(reader.owner, "__init__") if reader.owner is not None else None
    stored = [n for n in walk_all(maker.record.body) if isinstance(n, r.Assign)] if maker is not None else []
    tables = [n.value for n in stored if n.value is not None and any(_is_used(reader.record, t) for t in n.targets)]
    parts = (part for table in tables for part in walk(table))
    pools = [part.value for part in parts if isinstance(part, r.Attr) and part.name in buffers]
    kept = [t for n in stored for t in n.targets if n.value is not None and any(same(n.value, p) for p in pools)]
    found = [each for each in (*pools, *kept) if isinstance(each, r.Attr) and is_self(each.value)]
    return found[0] if found and all(same(pool, pools[0]) for pool in pools) else None


def _is_used(record: r.Function, target: r.Expr) -> bool:
    """Whether a function uses an attribute that another method of its object has given a value."""
    attrs = [n for n in walk(target) if isinstance(n, r.Attr) and is_self(n.value)]
    return any(isinstance(n, r.Attr) and any(same(n, attr) for attr in attrs) for n in walk_all(record.body))


def _given(outer: r.Function, callee: FunctionInfo, call: r.Call, pool: r.Expr) -> r.Expr | None:
    """What a caller calls what a function calls ``pool``: by the object that it calls it on, or by an argument."""
    root = _root(pool)
    if root is None or callee.outer is not None or not _is_steady(callee.record, pool):
        return None
    params = callee.record.params
    if callee.owner is not None and params[0].name == root and not decorator_names(callee.record) & _UNBOUND:
        value = _receiver(outer, call)
    else:
        value = next(iter(passed(callee, call, root)), None)
    value = _spelt_out(outer, value) if value is not None else None
    return renamed(pool, {root: value}) if value is not None and is_plain(value) else None


def _receiver(outer: r.Function, call: r.Call) -> r.Expr | None:
    """The object that a method is called on; a base's method runs on the caller's own."""
    value = call.func.value if isinstance(call.func, r.Attr) else None
    is_base = isinstance(value, r.Call) and is_name(value.func, "super")
    return r.Name(outer.params[0].name, -1) if is_base and outer.params else value


def _spelt_out(record: r.Function, expr: r.Expr) -> r.Expr:
    """A chain with the value of the variable that it begins with, where that only shortens another."""
    root = _root(expr)
    value = alias(record, root) if root is not None else None
    return renamed(expr, {root: value}) if root is not None and value is not None else expr


def _root(expr: r.Expr) -> str | None:
    first = beginning(expr)
    return first.id if isinstance(first, r.Name) else None


def _is_there(record: r.Function, expr: r.Expr, at: int) -> bool:
    """Whether what a chain begins with has its value before a node, wherever the way to that leads, and keeps it."""
    root = frozenset({_root(expr) or ""})
    return all(max(ordinals(s), default=at) < at for s in record.body if binds(s, root))


def _is_steady(record: r.Function, expr: r.Expr) -> bool:
    """Whether a chain begins with a parameter, and that keeps its value."""
    root = _root(expr)
    given = any(param.name == root for param in record.params)
    return root is not None and given and not any(binds(stmt, frozenset({root})) for stmt in record.body)


__all__ = ["named_further_in"]
