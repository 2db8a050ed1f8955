"""Calls that only batches make for which nothing is loading, as checks of the batch's mode in the text show."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, children

if TYPE_CHECKING:
    import msgspec

    from gatecheck.program.asking import Tests


_STATEMENTS = get_args(r.Stmt)


def calls_while_decoding(record: r.Function, name: str, tests: Tests) -> list[bool]:
    """For each call of ``name`` whether a check shows that nothing is loading for the batch."""
    scan = _Scan(name, tests)
    scan.block(record.body, known=False)
    return scan.found


class _Scan:
    """Goes through statements in the order in which they run; ``known`` says that the batch decodes here."""

    def __init__(self, name: str, tests: Tests) -> None:
        self._name = name
        self._tests = tests
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
            yes = self.block(stmt.body, known=known or self._tests.shows(stmt.test, truth=True))
            no = self.block(stmt.orelse, known=known or self._tests.shows(stmt.test, truth=False))
            return yes if no is None else no if yes is None else yes and no
        if isinstance(stmt, r.Function):
            # What is defined here runs at some other time.
            self.block(stmt.body, known=False)
            return known
        if isinstance(stmt, r.With):
            for item in stmt.items:
                self._visit(item, known=known)
            return self.block(stmt.body, known=known)
        if isinstance(stmt, (r.For, r.While, r.Try, r.Match)):
            self._compound(stmt, known=known)
            return known
        for child in children(stmt):
            self._visit(child, known=known)
        if isinstance(stmt, (r.Return, r.Raise, r.Jump)):
            return None
        return known or (isinstance(stmt, r.Assert) and self._tests.shows(stmt.test, truth=True))

    def _compound(self, stmt: r.For | r.While | r.Try | r.Match, *, known: bool) -> None:
        """A loop, or what may be left anywhere: what its blocks find out holds inside them only."""
        if isinstance(stmt, r.Try):
            done = self.block(stmt.body, known=known)
            self.block(stmt.orelse, known=known or done is True)
            for body in (*(handler.body for handler in stmt.handlers), stmt.final):
                self.block(body, known=known)
        elif isinstance(stmt, r.Match):
            self._visit(stmt.subject, known=known)
            for case in stmt.cases:
                self.block(case.body, known=known)
        else:
            self._visit(stmt.iter if isinstance(stmt, r.For) else stmt.test, known=known)
            inside = isinstance(stmt, r.While) and self._tests.shows(stmt.test, truth=True)
            self.block(stmt.body, known=known or inside)
            self.block(stmt.orelse, known=known)

    def _visit(self, node: msgspec.Struct, *, known: bool) -> None:
        """A part of a statement."""
        if isinstance(node, _STATEMENTS):
            self._statement(node, known=known)
            return
        if isinstance(node, r.Call) and called_name(node) == self._name:
            self.found.append(known)
        if isinstance(node, r.Cond):
            self._visit(node.test, known=known)
            self._visit(node.then, known=known or self._tests.shows(node.test, truth=True))
            self._visit(node.orelse, known=known or self._tests.shows(node.test, truth=False))
            return
        inner = known and not isinstance(node, r.Lambda)
        for child in children(node):
            self._visit(child, known=inner)
            # What follows in ``and`` and ``or`` is evaluated only where what stands before let it.
            if isinstance(node, r.BoolOp):
                inner = inner or self._tests.shows(child, truth=node.op == "and")  # type: ignore[arg-type]
