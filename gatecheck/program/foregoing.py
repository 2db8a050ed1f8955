"""What a function has certainly called before it calls something: an order that its text alone shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import children, walk_all

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import msgspec

Known = frozenset[tuple[str, str]]
_NOTHING: Known = frozenset()
_BINDERS = (r.Assign, r.AugAssign, r.For)


def always_behind(record: r.Function, name: str, gated: AbstractSet[str]) -> bool:
    """Whether every call of the method ``name`` stands behind one of ``gated``, on every way that leads to it.

    The call before must be made on the same object, with the same first argument and on the same stream.
    """
    scan = _Scan(name, gated)
    scan.block(record.body, _NOTHING)
    return bool(scan.behind) and all(scan.behind)


class _Scan:
    """Goes through statements in the order in which they run; ``behind`` has an answer for each call of ``name``."""

    def __init__(self, name: str, gated: AbstractSet[str]) -> None:
        self._name = name
        self._gated = gated
        self.behind: list[bool] = []

    def block(self, body: tuple[r.Stmt, ...], known: Known) -> Known | None:
        """What is known at the end of some statements; None where control does not reach it."""
        going: Known | None = known
        for statement in body:
            if going is None:
                return None
            going = self._statement(statement, going)
        return going

    def _statement(self, stmt: r.Stmt, known: Known) -> Known | None:
        if isinstance(stmt, r.If):
            known = self._expr(stmt.test, known)
            return _meet(self.block(stmt.body, known), self.block(stmt.orelse, known))
        if isinstance(stmt, (r.For, r.While)):
            known = _without(self._expr(stmt.iter if isinstance(stmt, r.For) else stmt.test, known), (stmt,))
            self.block(stmt.body, known)
            self.block(stmt.orelse, known)
            return known
        if isinstance(stmt, r.With):
            return self._with(stmt, known)
        if isinstance(stmt, (r.Return, r.Raise, r.Jump)):
            self._inside(stmt, known)
            return None
        if isinstance(stmt, (r.Try, r.Match)):
            known = _without(known, (stmt,))
            for part in _blocks(stmt):
                self.block(part, known)
            return known
        if isinstance(stmt, r.Function):
            # What is defined here runs at some other time.
            self.block(stmt.body, _NOTHING)
            return known
        return _without(self._inside(stmt, known), (stmt,))

    def _with(self, stmt: r.With, known: Known) -> Known | None:
        """A block under another stream is behind nothing that was waited for before, and orders nothing after."""
        for item in stmt.items:
            known = self._expr(item.value, known)
        if not any(_may_switch_streams(item.value) for item in stmt.items):
            return self.block(stmt.body, known)
        return known if self.block(stmt.body, _NOTHING) is not None else None

    def _expr(self, node: msgspec.Struct, known: Known) -> Known:
        if isinstance(node, r.Call):
            return self._call(node, self._inside(node, known))
        if isinstance(node, r.BoolOp):
            first = self._expr(node.values[0], known)
            for value in node.values[1:]:
                self._expr(value, first)
            return first
        if isinstance(node, r.Cond):
            known = self._expr(node.test, known)
            return self._expr(node.then, known) & self._expr(node.orelse, known)
        if isinstance(node, r.Comp):
            self._inside(node, _NOTHING)
            return known
        if isinstance(node, r.Lambda):
            self._expr(node.body, _NOTHING)
            return known
        return self._inside(node, known)

    def _inside(self, node: msgspec.Struct, known: Known) -> Known:
        for child in children(node):
            known = self._expr(child, known)
        return known

    def _call(self, node: r.Call, known: Known) -> Known:
        if not isinstance(node.func, r.Attr):
            return known
        owner = _path(node.func.value)
        layer = _path(node.args[0].value) if node.args else None
        if node.func.name == self._name:
            self.behind.append((owner, layer) in known)
        if node.func.name in self._gated and owner is not None and layer is not None:
            return known | {(owner, layer)}
        return known


def _blocks(stmt: r.Try | r.Match) -> tuple[tuple[r.Stmt, ...], ...]:
    if isinstance(stmt, r.Match):
        return tuple(case.body for case in stmt.cases)
    return (stmt.body, *(handler.body for handler in stmt.handlers), stmt.orelse, stmt.final)


def _meet(left: Known | None, right: Known | None) -> Known | None:
    """What holds on both ways that get here."""
    if left is None or right is None:
        return left if right is None else right
    return left & right


def _without(known: Known, statements: tuple[r.Stmt, ...]) -> Known:
    """What is still known once these statements may have given their variables other values."""
    if not known:
        return known
    bound = [t for n in walk_all(statements) if isinstance(n, _BINDERS) for t in _targets(n)]
    changed = {name for name in map(_path, bound) if name is not None}
    return frozenset(pair for pair in known if not any(_starts(path, name) for path in pair for name in changed))


def _targets(node: r.Assign | r.AugAssign | r.For) -> tuple[r.Expr, ...]:
    targets = node.targets if isinstance(node, r.Assign) else (node.target,)
    return tuple(item for t in targets for item in (t.items if isinstance(t, r.Seq) else (t,)))


def _starts(path: str, name: str) -> bool:
    return path == name or path.startswith((f"{name}.", f"{name}("))


def _may_switch_streams(expr: r.Expr) -> bool:
    return "stream" in (_path(expr.func) or "stream") if isinstance(expr, r.Call) else True


def _path(expr: r.Expr) -> str | None:
    """A name, an attribute of one, or what a getter without arguments returns, as text; None for anything else."""
    if isinstance(expr, r.Name):
        return expr.id
    if isinstance(expr, r.Attr):
        owner = _path(expr.value)
        return None if owner is None else f"{owner}.{expr.name}"
    if isinstance(expr, r.Const):
        return repr(expr.value)
    if isinstance(expr, r.Call) and not expr.args:
        func = _path(expr.func)
        return None if func is None else f"{func}()"
    return None
