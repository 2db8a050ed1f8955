"""From libcst nodes to records, one method a kind of node.

The lowering decides nothing: it drops trivia, unfolds chains and numbers the nodes. Numbering is deterministic, so that
lowering the same chunk again with ``nodes`` collects exactly the nodes that the ordinals in the records stand for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from gatecheck.facts import records as r
from gatecheck.facts.lower_expr import ExprLowerer, Seen
from gatecheck.facts.visit import attributes_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

_BINARY_AUGMENTS = "Assign"


class Lowerer(ExprLowerer):
    """Lowers the statements of one chunk."""

    def block(self, body: cst.BaseSuite) -> tuple[r.Stmt, ...]:
        """Lower an indented block or a one-line body."""
        return self.statements(body.body)

    def statements(self, body: Sequence[cst.CSTNode]) -> tuple[r.Stmt, ...]:
        """Lower statements; a line with several small ones becomes several."""
        out: list[r.Stmt] = []
        for node in body:
            small = node.body if isinstance(node, cst.SimpleStatementLine) else (node,)
            for part in small:
                handler = getattr(self, "stmt_" + type(part).__name__, None)
                if handler is not None:
                    lowered = handler(part)
                    if lowered is not None:
                        out.append(lowered)
        return tuple(out)

    def stmt_Assign(self, node: cst.Assign) -> r.Stmt:
        at = self.mark(node)
        value = self.expr(node.value)
        targets = tuple(self.expr(t.target) for t in node.targets)
        self.storing(targets)
        return r.Assign(targets, value, None, at)

    def stmt_AnnAssign(self, node: cst.AnnAssign) -> r.Stmt:
        at = self.mark(node)
        value = self.expr(node.value) if node.value is not None else None
        target = self.expr(node.target)
        self.storing((target,))
        return r.Assign((target,), value, self.expr(node.annotation.annotation), at)

    def storing(self, targets: tuple[r.Expr, ...]) -> None:
        """Take note of the attributes among assignment targets."""
        self.seen.stored.update(name for target in targets for name in attributes_of(target))

    def stmt_AugAssign(self, node: cst.AugAssign) -> r.Stmt:
        at = self.mark(node)
        op = type(node.operator).__name__.removesuffix(_BINARY_AUGMENTS)
        return r.AugAssign(self.expr(node.target), op, self.expr(node.value), at)

    def stmt_Expr(self, node: cst.Expr) -> r.Stmt:
        at = self.mark(node)
        return r.ExprStmt(self.expr(node.value), at)

    def stmt_Return(self, node: cst.Return) -> r.Stmt:
        at = self.mark(node)
        return r.Return(self.expr(node.value) if node.value is not None else None, at)

    def stmt_Raise(self, node: cst.Raise) -> r.Stmt:
        at = self.mark(node)
        return r.Raise(self.expr(node.exc) if node.exc is not None else None, at)

    def stmt_Assert(self, node: cst.Assert) -> r.Stmt:
        at = self.mark(node)
        return r.Assert(self.expr(node.test), at)

    def stmt_Del(self, node: cst.Del) -> r.Stmt:
        return r.Delete((self.expr(node.target),))

    def stmt_Break(self, _node: cst.Break) -> r.Stmt:
        return r.Jump("break")

    def stmt_Continue(self, _node: cst.Continue) -> r.Stmt:
        return r.Jump("continue")

    def stmt_If(self, node: cst.If) -> r.Stmt:
        at = self.mark(node)
        return r.If(self.expr(node.test), self.block(node.body), self.orelse(node.orelse), at)

    def orelse(self, node: cst.If | cst.Else | None) -> tuple[r.Stmt, ...]:
        """Lower what follows a branch or a loop."""
        if node is None:
            return ()
        if isinstance(node, cst.If):
            return (self.stmt_If(node),)
        return self.block(node.body)

    def stmt_For(self, node: cst.For) -> r.Stmt:
        at = self.mark(node)
        iterable = self.expr(node.iter)
        return r.For(self.expr(node.target), iterable, self.block(node.body), self.orelse(node.orelse), at)

    def stmt_While(self, node: cst.While) -> r.Stmt:
        at = self.mark(node)
        return r.While(self.expr(node.test), self.block(node.body), self.orelse(node.orelse), at)

    def stmt_Try(self, node: cst.Try | cst.TryStar) -> r.Stmt:
        handlers = tuple(
            r.Handler(
                self.expr(handler.type) if handler.type is not None else None,
                handler.name.name.value
                if handler.name is not None and isinstance(handler.name.name, cst.Name)
                else None,
                self.block(handler.body),
            )
            for handler in node.handlers
        )
        final = self.block(node.finalbody.body) if node.finalbody is not None else ()
        return r.Try(self.block(node.body), handlers, self.orelse(node.orelse), final)

    stmt_TryStar = stmt_Try

    def stmt_With(self, node: cst.With) -> r.Stmt:
        at = self.mark(node)
        items = tuple(
            r.WithItem(self.expr(item.item), self.expr(item.asname.name) if item.asname is not None else None)
            for item in node.items
        )
        return r.With(items, self.block(node.body), at)

    def stmt_Match(self, node: cst.Match) -> r.Stmt:
        subject = self.expr(node.subject)
        asked = subject if not any(isinstance(n, r.Call) for n in walk(subject)) else r.Opaque(())
        return r.Match(subject, tuple(self.case(case, asked) for case in node.cases))

    def case(self, node: cst.MatchCase, subject: r.Expr) -> r.Case:
        """Lower one case; only a bare name or ``_`` always matches."""
        pattern = node.pattern
        always = isinstance(pattern, cst.MatchAs) and pattern.pattern is None
        binds = tuple(
            sorted(n.name.value for n in _walk(pattern) if isinstance(n, cst.MatchAs | cst.MatchStar) and n.name)
        )
        test = self.case_test(pattern, subject)
        guard = self.expr(node.guard) if node.guard is not None else None
        return r.Case(binds, always, self.block(node.body), test, guard)

    def case_test(self, pattern: cst.MatchPattern, subject: r.Expr) -> r.Compare | None:
        """A pattern of constants as a comparison."""
        if isinstance(pattern, cst.MatchAs) and pattern.pattern is not None:
            return self.case_test(pattern.pattern, subject)
        if isinstance(pattern, cst.MatchSingleton):
            return r.Compare("is", subject, self.expr(pattern.value))
        if isinstance(pattern, cst.MatchValue):
            return r.Compare("==", subject, self.expr(pattern.value))
        parts = [each.pattern for each in pattern.patterns] if isinstance(pattern, cst.MatchOr) else []
        tests = [self.case_test(each, subject) for each in parts]
        values = tuple(test.right for test in tests if test is not None)
        return r.Compare("in", subject, r.Seq("tuple", values)) if tests and len(values) == len(tests) else None

    def stmt_Import(self, node: cst.Import) -> r.Stmt:
        bindings = []
        for alias in node.names:
            dotted = dotted_name(alias.name)
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                bindings.append(r.Binding(alias.asname.name.value, dotted, None, 0))
            else:
                bindings.append(r.Binding(dotted.split(".")[0], dotted.split(".")[0], None, 0))
        return r.Import(tuple(bindings))

    def stmt_ImportFrom(self, node: cst.ImportFrom) -> r.Stmt:
        module = dotted_name(node.module) if node.module is not None else ""
        level = len(node.relative)
        if isinstance(node.names, cst.ImportStar):
            return r.Import((r.Binding("*", module, "*", level),))
        bindings = []
        for alias in node.names:
            name = dotted_name(alias.name)
            bound = alias.asname.name.value if alias.asname and isinstance(alias.asname.name, cst.Name) else name
            bindings.append(r.Binding(bound, module, name, level))
        return r.Import(tuple(bindings))

    def stmt_FunctionDef(self, node: cst.FunctionDef) -> r.Function:
        at = self.mark(node)
        outer, self.yields = self.yields, False
        decorators = tuple(self.expr(d.decorator) for d in node.decorators)
        params = self.params(node.params)
        returns = self.expr(node.returns.annotation) if node.returns is not None else None
        around, self.seen = self.seen, Seen()
        body = self.block(node.body)
        generator, self.yields = self.yields, outer
        uses = self.seen.frozen()
        around.include(self.seen)
        self.seen = around
        return r.Function(node.name.value, params, decorators, returns, body, generator, self.chunk, at, uses)

    def stmt_ClassDef(self, node: cst.ClassDef) -> r.ClassDef:
        at = self.mark(node)
        bases = tuple(self.expr(arg.value) for arg in node.bases)
        decorators = tuple(self.expr(d.decorator) for d in node.decorators)
        keywords = tuple(self.arg(arg) for arg in node.keywords)
        return r.ClassDef(node.name.value, bases, keywords, decorators, self.block(node.body), self.chunk, at)


def dotted_name(node: cst.BaseExpression) -> str:
    """``a.b.c`` of nested attributes."""
    if isinstance(node, cst.Attribute):
        return f"{dotted_name(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def _walk(node: cst.CSTNode) -> list[cst.CSTNode]:
    found = [node]
    for child in node.children:
        found += _walk(child)
    return found
