"""From Python's own syntax tree to records, ten times as fast as from libcst's.

The running Python knows neither where everything stands nor syntax newer than itself. What it cannot read, and the few
things that its tree does not tell apart (names that it normalises, line ends), are left to
:mod:`gatecheck.facts.lower`, which has the last word on what a record looks like: whatever is lowered here is numbered
in the same way, so that places can be looked up from libcst.
"""

from __future__ import annotations

import ast
import unicodedata
import warnings
from typing import TYPE_CHECKING, TypeVar

from gatecheck.facts import records as r
from gatecheck.facts.native_expr import NativeExprLowerer, UnclearError
from gatecheck.facts.seen import Seen
from gatecheck.facts.visit import attributes_of, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_AUGMENTS: dict[type[ast.AST], str] = {
    ast.Add: "Add", ast.Sub: "Subtract", ast.Mult: "Multiply", ast.MatMult: "MatrixMultiply", ast.Div: "Divide",
    ast.FloorDiv: "FloorDivide", ast.Mod: "Modulo", ast.Pow: "Power", ast.BitOr: "BitOr", ast.BitAnd: "BitAnd",
    ast.BitXor: "BitXor", ast.LShift: "LeftShift", ast.RShift: "RightShift",
}  # fmt: skip
_Lowered = TypeVar("_Lowered")
_SILENT = frozenset({"Global", "Nonlocal", "Pass", "TypeAlias"})


def lower_statements(source: str, chunk: int) -> tuple[r.Stmt, ...] | None:
    """What a chunk of source holds; None where only libcst can tell."""
    return _lowered(source, lambda body: NativeLowerer(chunk, source).statements(body))


def lower_function(source: str, chunk: int) -> r.Function | None:
    """The only definition of a chunk of source, which may stand in a class; None where only libcst can tell."""
    return _lowered(source, lambda body: NativeLowerer(chunk, source).only(body))


def _lowered(source: str, lower: Callable[[list[ast.stmt]], _Lowered]) -> _Lowered | None:
    if "\r" in source or "\f" in source or not unicodedata.is_normalized("NFKC", source):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(source)
        return lower(module.body)
    except (UnclearError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class NativeLowerer(NativeExprLowerer):
    """Lowers the statements of one chunk of source."""

    def statements(self, body: Sequence[ast.stmt]) -> tuple[r.Stmt, ...]:
        """Lower statements; some are nothing to the analysis."""
        return tuple([self.stmt(node) for node in body if type(node).__name__ not in _SILENT])

    def only(self, body: Sequence[ast.stmt]) -> r.Function:
        """Lower a function that stands alone, or alone in a class."""
        node = body[0]
        if isinstance(node, ast.ClassDef):
            node = node.body[0]
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            raise UnclearError
        return self.stmt_FunctionDef(node)

    def stmt(self, node: ast.stmt) -> r.Stmt:
        """Lower one statement."""
        handler = getattr(self, "stmt_" + type(node).__name__, None)
        if handler is None:
            raise UnclearError
        lowered: r.Stmt = handler(node)
        return lowered

    def stmt_Assign(self, node: ast.Assign) -> r.Stmt:
        at = self.mark()
        value = self.expr(node.value)
        targets = self.exprs(node.targets)
        self.storing(targets)
        return r.Assign(targets, value, None, at)

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> r.Stmt:
        at = self.mark()
        value = self.maybe(node.value)
        target = self.expr(node.target)
        self.storing((target,))
        return r.Assign((target,), value, self.expr(node.annotation), at)

    def storing(self, targets: tuple[r.Expr, ...]) -> None:
        """Take note of the attributes among assignment targets."""
        self.seen.stored.update(name for target in targets for name in attributes_of(target))

    def stmt_AugAssign(self, node: ast.AugAssign) -> r.Stmt:
        at = self.mark()
        return r.AugAssign(self.expr(node.target), _AUGMENTS[type(node.op)], self.expr(node.value), at)

    def stmt_Expr(self, node: ast.Expr) -> r.Stmt:
        at = self.mark()
        return r.ExprStmt(self.expr(node.value), at)

    def stmt_Return(self, node: ast.Return) -> r.Stmt:
        at = self.mark()
        return r.Return(self.maybe(node.value), at)

    def stmt_Raise(self, node: ast.Raise) -> r.Stmt:
        at = self.mark()
        return r.Raise(self.maybe(node.exc), at)

    def stmt_Assert(self, node: ast.Assert) -> r.Stmt:
        at = self.mark()
        return r.Assert(self.expr(node.test), at)

    def stmt_Delete(self, node: ast.Delete) -> r.Stmt:
        if len(node.targets) > 1:
            return r.Delete((r.Seq("tuple", self.exprs(node.targets)),))
        only = node.targets[0]
        # A comma behind the only target makes a tuple of it, which the tree does not show.
        if (only.end_lineno, only.end_col_offset) != (node.end_lineno, node.end_col_offset):
            raise UnclearError
        return r.Delete((self.expr(only),))

    def stmt_Break(self, _node: ast.Break) -> r.Stmt:
        return r.Jump("break")

    def stmt_Continue(self, _node: ast.Continue) -> r.Stmt:
        return r.Jump("continue")

    def stmt_If(self, node: ast.If) -> r.Stmt:
        at = self.mark()
        return r.If(self.expr(node.test), self.statements(node.body), self.statements(node.orelse), at)

    def stmt_For(self, node: ast.For | ast.AsyncFor) -> r.Stmt:
        at = self.mark()
        iterable = self.expr(node.iter)
        return r.For(self.expr(node.target), iterable, self.statements(node.body), self.statements(node.orelse), at)

    stmt_AsyncFor = stmt_For

    def stmt_While(self, node: ast.While) -> r.Stmt:
        at = self.mark()
        return r.While(self.expr(node.test), self.statements(node.body), self.statements(node.orelse), at)

    def stmt_Try(self, node: ast.Try) -> r.Stmt:
        handlers = tuple([r.Handler(self.maybe(h.type), h.name, self.statements(h.body)) for h in node.handlers])
        final = self.statements(node.finalbody)
        return r.Try(self.statements(node.body), handlers, self.statements(node.orelse), final)

    stmt_TryStar = stmt_Try

    def stmt_With(self, node: ast.With | ast.AsyncWith) -> r.Stmt:
        at = self.mark()
        items = tuple([r.WithItem(self.expr(i.context_expr), self.maybe(i.optional_vars)) for i in node.items])
        return r.With(items, self.statements(node.body), at)

    stmt_AsyncWith = stmt_With

    def stmt_Match(self, node: ast.Match) -> r.Stmt:
        subject = self.expr(node.subject)
        asked = subject if not any(isinstance(n, r.Call) for n in walk(subject)) else r.Opaque(())
        return r.Match(subject, tuple([self.case(case, asked) for case in node.cases]))

    def case(self, node: ast.match_case, subject: r.Expr) -> r.Case:
        """Lower one case; only a bare name or ``_`` always matches."""
        pattern = node.pattern
        always = isinstance(pattern, ast.MatchAs) and pattern.pattern is None
        inner = [each for each in ast.walk(pattern) if isinstance(each, ast.MatchAs | ast.MatchStar)]
        binds = tuple(sorted([each.name for each in inner if each.name is not None]))
        test = self.case_test(pattern, subject)
        guard = self.maybe(node.guard)
        return r.Case(binds, always, self.statements(node.body), test, guard)

    def case_test(self, pattern: ast.pattern, subject: r.Expr) -> r.Compare | None:
        """A pattern of constants as a comparison."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
            return self.case_test(pattern.pattern, subject)
        if isinstance(pattern, ast.MatchSingleton):
            return r.Compare("is", subject, r.Const(pattern.value))
        if isinstance(pattern, ast.MatchValue):
            return r.Compare("==", subject, self.expr(pattern.value))
        parts = pattern.patterns if isinstance(pattern, ast.MatchOr) else []
        tests = [self.case_test(each, subject) for each in parts]
        values = tuple([test.right for test in tests if test is not None])
        return r.Compare("in", subject, r.Seq("tuple", values)) if tests and len(values) == len(tests) else None

    def stmt_Import(self, node: ast.Import) -> r.Stmt:
        bindings = []
        for alias in node.names:
            top = alias.name.split(".")[0]
            bindings.append(
                r.Binding(alias.asname, alias.name, None, 0) if alias.asname else r.Binding(top, top, None, 0)
            )
        return r.Import(tuple(bindings))

    def stmt_ImportFrom(self, node: ast.ImportFrom) -> r.Stmt:
        module, level = node.module or "", node.level
        return r.Import(tuple([r.Binding(a.asname or a.name, module, a.name, level) for a in node.names]))

    def stmt_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> r.Function:
        at = self.mark()
        outer, self.yields = self.yields, False
        decorators = self.exprs(node.decorator_list)
        params = self.params(node.args)
        returns = self.maybe(node.returns)
        around, self.seen = self.seen, Seen()
        body = self.statements(node.body)
        generator, self.yields = self.yields, outer
        uses = self.seen.frozen()
        around.include(self.seen)
        self.seen = around
        return r.Function(node.name, params, decorators, returns, body, generator, self.chunk, at, uses)

    stmt_AsyncFunctionDef = stmt_FunctionDef

    def stmt_ClassDef(self, node: ast.ClassDef) -> r.ClassDef:
        at = self.mark()
        bases = tuple([self.expr(each.value if isinstance(each, ast.Starred) else each) for each in node.bases])
        decorators = self.exprs(node.decorator_list)
        keywords = self.args([], node.keywords)
        return r.ClassDef(node.name, bases, keywords, decorators, self.statements(node.body), self.chunk, at)
