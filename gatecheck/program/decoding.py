"""Calls that only batches make for which nothing is loading, as checks of the batch's mode in the text show."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, children, walk_all

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    import msgspec


_STATEMENTS = get_args(r.Stmt)


def calls_while_decoding(
    record: r.Function, name: str, decode: AbstractSet[str], extend: AbstractSet[str]
) -> list[bool]:
    """For each call of ``name`` whether a check shows that the batch decodes: ``decode`` holds, or ``extend`` fails."""
    scan = _Scan(name, decode, extend, _only_values(record))
    scan.block(record.body, known=False)
    return scan.found


def _only_values(record: r.Function) -> dict[str, r.Expr]:
    """What the variables hold that are given a value once."""
    given: dict[str, list[r.Expr]] = {}
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None:
            for target in node.targets:
                if isinstance(target, r.Name):
                    given.setdefault(target.id, []).append(node.value)
    return {name: values[0] for name, values in given.items() if len(values) == 1}


class _Scan:
    """Goes through statements in the order in which they run; ``known`` says that the batch decodes here."""

    def __init__(
        self, name: str, decode: AbstractSet[str], extend: AbstractSet[str], values: Mapping[str, r.Expr]
    ) -> None:
        self._name = name
        self._decode = decode
        self._extend = extend
        self._values = values
        self.found: list[bool] = []

    def block(self, body: tuple[r.Stmt, ...], *, known: bool) -> bool | None:
        """What is known at the end of some statements; None where control does not reach it."""
        going: bool | None = known
        for statement in body:
            if going is None:
                return None
            going = self._statement(statement, known=going)
        return going

    def _statement(self, stmt: r.Stmt, *, known: bool) -> bool | None:
        if isinstance(stmt, r.If):
            self._visit(stmt.test, known=known)
            yes = self.block(stmt.body, known=known or self._shows(stmt.test, truth=True))
            no = self.block(stmt.orelse, known=known or self._shows(stmt.test, truth=False))
            return yes if no is None else no if yes is None else yes and no
        if isinstance(stmt, r.Function):
            # What is defined here runs at some other time.
            self.block(stmt.body, known=False)
            return known
        if isinstance(stmt, r.With):
            for item in stmt.items:
                self._visit(item, known=known)
            return self.block(stmt.body, known=known)
        for child in children(stmt):
            self._inside(child, known=known)
        if isinstance(stmt, (r.Return, r.Raise, r.Jump)):
            return None
        return known or (isinstance(stmt, r.Assert) and self._shows(stmt.test, truth=True))

    def _inside(self, node: msgspec.Struct, *, known: bool) -> None:
        """A part of a statement: an expression, or a statement of its own."""
        if isinstance(node, _STATEMENTS):
            self._statement(node, known=known)
        else:
            self._visit(node, known=known)

    def _visit(self, node: msgspec.Struct, *, known: bool) -> None:
        if isinstance(node, r.Call) and called_name(node) == self._name:
            self.found.append(known)
        if isinstance(node, r.Cond):
            self._visit(node.test, known=known)
            self._visit(node.then, known=known or self._shows(node.test, truth=True))
            self._visit(node.orelse, known=known or self._shows(node.test, truth=False))
            return
        inner = known and not isinstance(node, r.Lambda)
        for child in children(node):
            self._inside(child, known=inner)

    def _shows(self, test: r.Expr, *, truth: bool, depth: int = 3) -> bool:
        """Whether this outcome of a test shows that nothing is loading for the batch."""
        if isinstance(test, r.Unary) and test.op == "not":
            return self._shows(test.value, truth=not truth, depth=depth)
        if isinstance(test, r.BoolOp):
            found = [self._shows(value, truth=truth, depth=depth) for value in test.values]
            return any(found) if truth is (test.op == "and") else all(found)
        if isinstance(test, r.Name) and test.id in self._values and depth:
            return self._shows(self._values[test.id], truth=truth, depth=depth - 1)
        return isinstance(test, r.Call) and called_name(test) in (self._decode if truth else self._extend)
