"""Statements of a sibling method, made ready to stand in another method of the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk, walk_all
from gatecheck.fixes.chains import alias, is_self
from gatecheck.fixes.source import expression, renamed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gatecheck.program.link import FunctionInfo, Program

_DEPTH = 3


class Copy(msgspec.Struct, frozen=True):
    """A statement of the method ``symbol`` in which only the object itself and the method's parameters are named."""

    stmt: r.If | r.ExprStmt
    call: r.Call
    symbol: str
    record: r.Function

    @property
    def params(self) -> tuple[r.Param, ...]:
        """The parameters of the method behind the object itself."""
        return self.record.params[1:]

    @property
    def named(self) -> tuple[r.Param, ...]:
        """The parameters that the statement names."""
        names = _names(self.stmt)
        return tuple(p for p in self.params if p.name in names)


def copies(method: FunctionInfo, wanted: Callable[[r.Call], bool]) -> Iterator[Copy]:
    """The statements of a method that do nothing but make a wanted call, with the test around them where it has one."""
    params = method.record.params
    if not params or params[0].name != "self":
        return
    for stmt, core in _statements(method.record.body):
        if not wanted(core):
            continue
        plain = _guarded(_inlined(stmt, method.record), method.record)
        call = next((n for n in walk(plain) if isinstance(n, r.Call) and n.at == core.at), None)
        if call is not None and _names(plain) <= {p.name for p in params}:
            yield Copy(plain, call, method.symbol, method.record)


def _guarded(stmt: r.If | r.ExprStmt, record: r.Function) -> r.If | r.ExprStmt:
    """A statement under a check of everything in it that its method elsewhere asks for whether it is there."""
    tests = (n for n in walk_all(record.body) if isinstance(n, r.Compare) and n.op in {"is", "is not"})
    asked = [alias(record, n.left.id) or n.left if isinstance(n.left, r.Name) else n.left for n in tests if _is_none(n)]
    own = expression(stmt.test.left) if isinstance(stmt, r.If) and isinstance(stmt.test, r.Compare) else None
    # Whether a parameter is there is another matter in each method: its own default says that.
    used = {expression(n) for n in walk(stmt) if isinstance(n, r.Attr)} - {None, own}
    # What is asked first stands around the rest: an attribute of it may be asked for next.
    for which in {expression(each): each for each in reversed(asked)}.values():
        if expression(which) in used:
            stmt = r.If(r.Compare("is not", which, r.Const(None)), (stmt,), (), -1)
    return stmt


def asked_elsewhere(call: r.Call, record: r.Function) -> bool:
    """Whether a method leaves early where something that a call needs is not there."""
    used = {expression(n) for n in walk(call) if isinstance(n, r.Name | r.Attr)}
    branches = (n for n in walk_all(record.body) if isinstance(n, r.If) and call.at not in _places(n))
    tests = (n for branch in branches for n in walk(branch.test) if isinstance(n, r.Compare) and _is_none(n))
    return any(expression(test.left) in used for test in tests)


def _places(node: msgspec.Struct) -> set[object]:
    return {getattr(n, "at", None) for n in walk(node)}


def _is_none(test: r.Compare) -> bool:
    return test.right == r.Const(None)


def has_attributes(copy: Copy, program: Program, cls: str) -> bool:
    """Whether every attribute of the object itself that a statement names is one of a class, or a method of it."""
    own = {n.name for n in walk(copy.stmt) if isinstance(n, r.Attr) and is_self(n.value)}
    mro = program.classes[cls].mro
    known = {name for key in mro for name in program.classes[key].methods}
    for key in mro:
        for method in program.classes[key].methods.values():
            known |= {n.name for n in _stored(method.record)}
    return own <= known


def _stored(record: r.Function) -> Iterator[r.Attr]:
    for node in walk_all(record.body):
        if isinstance(node, r.Assign):
            yield from (t for t in node.targets if isinstance(t, r.Attr) and is_self(t.value))


def _statements(body: tuple[r.Stmt, ...]) -> Iterator[tuple[r.If | r.ExprStmt, r.Call]]:
    """Each statement that is one call, or a test of nothing but names and attributes around one."""
    for stmt in body:
        core = stmt
        if isinstance(stmt, r.If) and len(stmt.body) == 1 and not stmt.orelse and _is_check(stmt.test):
            core = stmt.body[0]
        if isinstance(core, r.ExprStmt) and isinstance(core.value, r.Call) and isinstance(stmt, r.If | r.ExprStmt):
            yield stmt, core.value
            continue
        for name in ("body", "orelse", "final"):
            inner = getattr(stmt, name, None)
            if isinstance(inner, tuple) and not isinstance(stmt, r.Function | r.ClassDef):
                yield from _statements(inner)


def _is_check(test: r.Expr) -> bool:
    """Whether a test asks whether something is there."""
    return isinstance(test, r.Compare) and test.op == "is not" and test.right == r.Const(None)


def _inlined(stmt: r.If | r.ExprStmt, record: r.Function) -> r.If | r.ExprStmt:
    """A statement with the values of the variables that only shorten a chain of attributes."""
    for _ in range(_DEPTH):
        known = {name: value for name in _names(stmt) if (value := alias(record, name)) is not None}
        if not known:
            break
        stmt = renamed(stmt, known)
    return stmt


def _names(node: msgspec.Struct) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, r.Name)}
