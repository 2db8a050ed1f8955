"""Collections of layer ids: can some ids be missing between the smallest and the largest?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk_all

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.origins import Origins

_SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
_UPDATES = frozenset({"update", "intersection_update", "difference_update", "symmetric_difference_update"})
_COPIES = frozenset({"set", "frozenset", "sorted", "list", "tuple", "dict", "reversed"})
_VIEWS = frozenset({"keys", "copy", "values", "items"})
_GROWING = frozenset({"add", "append", "setdefault"})
_SKIPPING = frozenset({"BitOr", "BitAnd", "BitXor", "Subtract"})
_DEPTH = 7


def can_have_gaps(ids: r.Expr, info: FunctionInfo, origins: Origins, depth: int = _DEPTH) -> bool:
    """Whether a collection of layer ids can leave some out: a union, a filter, a map keyed by ids."""
    if depth == 0:
        return False
    if isinstance(ids, (r.Name, r.Attr)):
        return _grows_with_gaps(ids, info, origins) or any(
            can_have_gaps(expr, owner, origins, depth - 1) for expr, owner in origins.of(ids, info)
        )
    if isinstance(ids, r.Walrus):
        return can_have_gaps(ids.value, info, origins, depth - 1)
    if isinstance(ids, r.Bin):
        return ids.op in {"|", "&", "-", "^"}
    if isinstance(ids, r.Cond):
        return any(can_have_gaps(e, info, origins, depth - 1) for e in (ids.then, ids.orelse))
    if isinstance(ids, r.BoolOp):
        return any(can_have_gaps(e, info, origins, depth - 1) for e in ids.values)
    if isinstance(ids, r.Comp):
        return _comprehension_has_gaps(ids, info, origins, depth)
    if isinstance(ids, r.DictLit) or (isinstance(ids, r.Seq) and ids.kind == "set"):
        items = ids.keys if isinstance(ids, r.DictLit) else ids.items
        return any(p is None or isinstance(p, r.Star) for p in items)
    return isinstance(ids, r.Call) and _call_has_gaps(ids, info, origins, depth)


def _call_has_gaps(ids: r.Call, info: FunctionInfo, origins: Origins, depth: int) -> bool:
    name = ids.func.name if isinstance(ids.func, r.Attr) else ids.func.id if isinstance(ids.func, r.Name) else ""
    if isinstance(ids.func, r.Attr) and name in _VIEWS:
        return can_have_gaps(ids.func.value, info, origins, depth - 1)
    if name == "filter" or (name in _SET_METHODS and isinstance(ids.func, r.Attr)):
        return True
    if name in _COPIES or name in {"fromkeys", "map"}:
        source = ids.args[-1].value if ids.args and name == "map" else ids.args[0].value if ids.args else None
        return source is not None and can_have_gaps(source, info, origins, depth - 1)
    return any(can_have_gaps(expr, owner, origins, depth - 1) for expr, owner in origins.of(ids, info))


def _comprehension_has_gaps(ids: r.Comp, info: FunctionInfo, origins: Origins, depth: int) -> bool:
    if any(gen.tests for gen in ids.gens):
        return True
    source = ids.gens[0].iter
    if isinstance(source, r.Call) and isinstance(source.func, r.Name):
        if source.func.id == "range":
            return False
        if source.func.id == "enumerate":
            return _keyed_by_element(ids)
    return can_have_gaps(source, info, origins, depth - 1)


def _keyed_by_element(ids: r.Comp) -> bool:
    """``{id: i for i, id in enumerate(ids)}`` is keyed by ids, not by their numbers."""
    target = ids.gens[0].target
    key = ids.key if ids.key is not None else ids.value
    return (
        isinstance(target, r.Seq)
        and len(target.items) == 2
        and isinstance(target.items[1], r.Name)
        and isinstance(key, r.Name)
        and key.id == target.items[1].id
    )


def _grows_with_gaps(ids: r.Name | r.Attr, info: FunctionInfo, origins: Origins) -> bool:
    """Whether code puts ids into a collection under a condition, or merges another collection into it."""
    return any(_grown_in(function.record.body, ids, loops=0, tests=0) for function in origins.writers(ids, info))


def _grown_in(body: tuple[r.Stmt, ...], ids: r.Expr, *, loops: int, tests: int) -> bool:
    skipping = loops and any(isinstance(n, r.Jump) and n.kind == "continue" for s in body for n in walk_all((s,)))
    for statement in body:
        if isinstance(statement, (r.For, r.While)):
            found = _grown_in(statement.body, ids, loops=loops + 1, tests=tests)
        elif isinstance(statement, r.If):
            inner = tests + 1 if loops else tests
            found = _grown_in(statement.body, ids, loops=loops, tests=inner) or _grown_in(
                statement.orelse, ids, loops=loops, tests=inner
            )
        elif isinstance(statement, r.With):
            found = _grown_in(statement.body, ids, loops=loops, tests=tests)
        else:
            found = _grows(statement, ids, guarded=bool(loops and (tests or skipping)))
        if found:
            return True
    return False


def _grows(statement: r.Stmt, ids: r.Expr, *, guarded: bool) -> bool:
    if isinstance(statement, r.AugAssign):
        return same(statement.target, ids) and statement.op in _SKIPPING
    if isinstance(statement, r.Assign):
        return guarded and any(isinstance(t, r.Sub) and same(t.value, ids) for t in statement.targets)
    if not (isinstance(statement, r.ExprStmt) and isinstance(statement.value, r.Call)):
        return False
    func = statement.value.func
    if not (isinstance(func, r.Attr) and same(func.value, ids)):
        return False
    return func.name in _UPDATES or (guarded and func.name in _GROWING)


def same(left: r.Expr, right: r.Expr) -> bool:
    """Whether two expressions are the same name or attribute, wherever they stand."""
    if isinstance(left, r.Name) and isinstance(right, r.Name):
        return left.id == right.id
    if isinstance(left, r.Attr) and isinstance(right, r.Attr):
        return left.name == right.name and same(left.value, right.value)
    return False
