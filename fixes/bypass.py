"""A reader outside the pool: which pool it goes past, and which method of that pool it could have called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk_all
from gatecheck.fixes.chains import is_plain, is_self, same, spelt_out
from gatecheck.fixes.edits import Where
from gatecheck.fixes.idiom import is_docstring
from gatecheck.fixes.placement import ordinals, statement_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gatecheck.program.link import FunctionInfo


class Bypass(msgspec.Struct, frozen=True):
    """The way past a pool, as it stands in the reader: ``pool`` is the registered pool, ``call`` what goes past it.

    ``call`` is a call ``pool.inner.method(…)``, or None where the reader takes the buffer itself. ``accessor`` is the
    pool's own method with the same result, where it has one; ``mapped`` are its parameters, each with the mapping that
    the method looks it up in, if it does; ``home`` the method of the pool's class that a new one
    would stand behind. ``layers`` are the layers of the buffer, as the pool holds them, where the read is of all.
    ``typed`` says that the annotations of ``method`` can be written there too.
    ``at`` is where the buffer is taken from the pool, which may be before the read, ``also`` are the places where the
    same is taken from it on other ways. ``foreign`` says that ``pool`` is
    an object of another class, which keeps a part of the pool: there is no counter to wait on.
    """

    pool: r.Expr
    at: int
    call: r.Call | None = None
    inner: str = ""
    method: r.Function | None = None
    typed: bool = False
    accessor: str | None = None
    mapped: tuple[tuple[str, str | None], ...] = ()
    home: Where | None = None
    home_class: str = ""
    taken: frozenset[str] = frozenset()
    layers: r.Expr | None = None
    foreign: bool = False
    also: tuple[int, ...] = ()


def calls_up_to(record: r.Function, at: int) -> list[r.Call]:
    """The calls by which a node may have come by its data: itself, those of its statement, then earlier ones."""
    here = statement_of(record, at)
    inside = ordinals(here) if here is not None else frozenset()
    calls = [n for n in walk_all(record.body) if isinstance(n, r.Call)]
    own = [c for c in calls if c.at == at]
    beside = [c for c in calls if c.at in inside and c.at != at]
    return [*own, *beside, *(c for c in reversed(calls) if c.at < at and c.at not in inside)]


def past(call: r.Call) -> tuple[r.Expr, str, str] | None:
    """``pool``, ``inner`` and ``method`` of a call ``pool.inner.method(…)``."""
    func = call.func
    if isinstance(func, r.Attr) and isinstance(func.value, r.Attr) and is_plain(func.value.value):
        return func.value.value, func.value.name, func.name
    return None


def holder(record: r.Function, at: int, names: frozenset[str]) -> r.Attr | None:
    """The last use of some attributes on the way to the node that bears an ordinal; what leaves is in its return."""
    stmt = statement_of(record, at)
    inside = ordinals(stmt) if isinstance(stmt, r.Return) and stmt.at == at else ()
    found = [
        node
        for node in walk_all(record.body)
        if isinstance(node, r.Attr)
        and node.name in names
        and is_plain(node.value)
        and (node.at <= at or node.at in inside)
    ]
    return found[-1] if found else None


def also_taken(record: r.Function, taken: r.Attr) -> tuple[int, ...]:
    """Where on other ways than that of a node something is taken from the same pool for the same use."""
    stmt = statement_of(record, taken.at)
    name = _named(stmt) if stmt is not None else ""
    each = given_to(record, r.Name(name, -1)) if name else []
    if not any(result is taken for result in each):
        choices = (list(_results(n)) for n in walk_all(record.body) if isinstance(n, r.Cond))
        each = next((results for results in choices if any(result is taken for result in results)), [])
    alike = (n for n in each if isinstance(n, r.Attr) and same(n.value, taken.value))
    return tuple(n.at for n in alike if n.at != taken.at)


def given_to(record: r.Function, expr: r.Expr) -> list[r.Expr]:
    """All that a variable is given in a function; of anything else, or of a parameter, the expression itself."""
    if not isinstance(expr, r.Name):
        return [expr]
    made = [s.value for s in walk_all(record.body) if isinstance(s, r.Assign) and _named(s) == expr.id]
    return [result for value in made if value is not None for result in _results(value)] or [expr]


def _results(expr: r.Expr) -> Iterator[r.Expr]:
    """What an expression can come to."""
    if isinstance(expr, r.Cond):
        yield from (*_results(expr.then), *_results(expr.orelse))
    else:
        yield expr


class Delegate(msgspec.Struct, frozen=True):
    """A method that hands its own arguments on, all and in order; ``mapped`` are the mappings it looks some up in."""

    info: FunctionInfo
    mapped: tuple[str | None, ...]


def same_result(methods: Iterable[FunctionInfo], way: tuple[str, ...]) -> Delegate | None:
    """A method that waits, hands its own arguments, all and in order, to ``self.way``, and its result back."""
    found = [delegate for info in methods if (delegate := _delegate(info, way)) is not None]
    return min(found, key=lambda delegate: any(delegate.mapped), default=None)


def _delegate(info: FunctionInfo, way: tuple[str, ...]) -> Delegate | None:
    record = info.record
    body = [s for s in spelt_out(record) if not is_docstring(s)]
    call = _delegation(body[-1]) if body else None
    if call is None or record.decorators or record.name.startswith("_") or _chain(call.func) != way:
        return None
    local = {name: value for s in body[:-1] if (name := _named(s)) and isinstance(s, r.Assign) and (value := s.value)}
    given = [_handed_on(arg, local) for arg in call.args]
    names = [p.name for p in record.params[1:]]
    if [name for name, _ in given] != names or _changes(body[:-1], frozenset(names)):
        return None
    return Delegate(info, tuple(mapping for _, mapping in given))


def _named(stmt: r.Stmt) -> str:
    """The variable that a statement gives a value, and nothing else."""
    single = isinstance(stmt, r.Assign) and len(stmt.targets) == 1
    target = stmt.targets[0] if single and isinstance(stmt, r.Assign) else None
    return target.id if isinstance(target, r.Name) else ""


def _handed_on(arg: r.Arg, local: Mapping[str, r.Expr]) -> tuple[str | None, str | None]:
    """The variable that an argument is, and the mapping of the object that it is looked up in."""
    value = arg.value
    if isinstance(value, r.Name) and value.id in local:
        value = local[value.id]
    if arg.stars or arg.name is not None:
        return None, None
    if isinstance(value, r.Sub) and isinstance(value.value, r.Attr) and is_self(value.value.value):
        return (value.index.id if isinstance(value.index, r.Name) else None), value.value.name
    return (value.id if isinstance(value, r.Name) else None), None


def _chain(expr: r.Expr) -> tuple[str, ...]:
    """The attributes behind the object itself; empty for anything else."""
    names: list[str] = []
    while isinstance(expr, r.Attr):
        names.append(expr.name)
        expr = expr.value
    return tuple(reversed(names)) if is_self(expr) else ()


def _changes(body: list[r.Stmt], names: frozenset[str | None]) -> bool:
    """Whether statements have a result of their own, rebind one of some names, or store anything."""
    for node in walk_all(tuple(body)):
        if isinstance(node, r.Return) and node.value is not None:
            return True
        if isinstance(node, r.AugAssign | r.Delete):
            return True
        if isinstance(node, r.Assign) and any(not isinstance(t, r.Name) or t.id in names for t in node.targets):
            return True
    return False


def _delegation(stmt: r.Stmt) -> r.Call | None:
    value = stmt.value if isinstance(stmt, r.Return | r.ExprStmt) else None
    return value if isinstance(value, r.Call) else None


def returns(record: r.Function) -> bool:
    """Whether a function has a result."""
    return any(isinstance(n, r.Return) and n.value is not None for n in walk_all(record.body))
