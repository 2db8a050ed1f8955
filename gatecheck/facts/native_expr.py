"""From the expressions of Python's own syntax tree to records: the same ones, numbered alike, as from libcst's."""

from __future__ import annotations

import ast
import re

from gatecheck.facts import records as r
from gatecheck.facts.seen import Seen

_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Not: "not", ast.USub: "-", ast.UAdd: "+", ast.Invert: "~",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not", ast.And: "and", ast.Or: "or",
}  # fmt: skip
_LITERAL = re.compile(
    r"""[a-zA-Z]*(?:\"\"\"((?:[^"\\]|"(?!""))*)\"\"\"|'''((?:[^'\\]|'(?!''))*)'''|"([^"\\\n]*)"|'([^'\\\n]*)')"""
)
_LONGEST = 80
_AROUND = 8
"""Characters that a literal has around its text: a prefix of two and six quotes."""


class UnclearError(Exception):
    """Python's own tree does not tell apart what the records do."""


class NativeExprLowerer:
    """Lowers the expressions of one chunk of source."""

    def __init__(self, chunk: int, source: str) -> None:
        self.chunk = chunk
        self.count = 0
        self.yields = False
        self.seen = Seen()
        self._source = source
        self._lines: list[bytes] | None = None
        self._in_format = False

    def mark(self) -> int:
        """The ordinal of the next node."""
        ordinal = self.count
        self.count += 1
        return ordinal

    def expr(self, node: ast.expr) -> r.Expr:
        """Lower one expression."""
        handler = getattr(self, "expr_" + type(node).__name__, None)
        if handler is None:
            raise UnclearError
        lowered: r.Expr = handler(node)
        return lowered

    def maybe(self, node: ast.expr | None) -> r.Expr | None:
        """Lower an expression that may be left out."""
        return None if node is None else self.expr(node)

    def exprs(self, nodes: list[ast.expr]) -> tuple[r.Expr, ...]:
        """Lower several expressions."""
        return tuple([self.expr(node) for node in nodes])

    def expr_Name(self, node: ast.Name) -> r.Expr:
        self.seen.names.add(node.id)
        return r.Name(node.id, self.mark())

    def expr_Constant(self, node: ast.Constant) -> r.Expr:
        value = node.value
        if value is None or isinstance(value, bool):
            return r.Const(value)
        if isinstance(value, int):
            return r.Const(value) if abs(value) < 1 << 62 else r.Opaque(())
        if isinstance(value, str | bytes):
            return self.literal(node, value)
        return r.Const("...") if value is Ellipsis else r.Opaque(())

    def literal(self, node: ast.Constant, value: str | bytes) -> r.Expr:
        """A string as it is written; several in a row, and what is long or escaped, are opaque."""
        written = self._written(node)
        found = _LITERAL.fullmatch(written) if len(written) <= _LONGEST + _AROUND else None
        raw = found[found.lastindex or 0] if found is not None else None
        # Older versions of Python say of what stands in an f-string that it stands elsewhere.
        if self._in_format and raw != (value if isinstance(value, str) else value.decode("latin-1")):
            raise UnclearError
        return r.Const(raw) if raw is not None and len(raw) <= _LONGEST else r.Opaque(())

    def _written(self, node: ast.Constant) -> str:
        if self._lines is None:
            self._lines = self._source.encode("utf-8", "surrogatepass").split(b"\n")
        last = node.end_lineno or node.lineno
        lines = self._lines[node.lineno - 1 : last]
        if not lines:
            return ""
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode("utf-8", "replace")

    def expr_JoinedStr(self, node: ast.JoinedStr) -> r.Expr:
        outer, self._in_format = self._in_format, True
        parts = self.exprs([part.value for part in node.values if isinstance(part, ast.FormattedValue)])
        self._in_format = outer
        return r.Opaque(parts)

    def expr_Attribute(self, node: ast.Attribute) -> r.Expr:
        value = self.expr(node.value)
        self.seen.attrs.add(node.attr)
        return r.Attr(value, node.attr, self.mark())

    def expr_Subscript(self, node: ast.Subscript) -> r.Expr:
        value = self.expr(node.value)
        index = node.slice
        if isinstance(index, ast.Tuple) and len(index.elts) == 1 and isinstance(index.elts[0], ast.Starred):
            raise UnclearError
        return r.Sub(value, self.expr(index), self.mark())

    def expr_Slice(self, node: ast.Slice) -> r.Expr:
        return r.Slice(self.maybe(node.lower), self.maybe(node.upper), self.maybe(node.step))

    def expr_Call(self, node: ast.Call) -> r.Expr:
        func = self.expr(node.func)
        args = self.args(node.args, node.keywords)
        if isinstance(func, r.Attr):
            self.seen.called.add(func.name)
        elif isinstance(func, r.Name):
            self.seen.called.add(func.id)
        return r.Call(func, args, self.mark())

    def args(self, positional: list[ast.expr], keywords: list[ast.keyword]) -> tuple[r.Arg, ...]:
        """Lower arguments in the order in which they are written: an unpacked one may follow keywords."""
        nodes: list[ast.expr | ast.keyword] = [*positional, *keywords]
        if keywords and any(isinstance(node, ast.Starred) for node in positional):
            nodes.sort(key=lambda node: (node.lineno, node.col_offset))
        return tuple([self.arg(node) for node in nodes])

    def arg(self, node: ast.expr | ast.keyword) -> r.Arg:
        """Lower one argument."""
        if isinstance(node, ast.keyword):
            return r.Arg(self.expr(node.value), node.arg, 0 if node.arg is not None else 2)
        if isinstance(node, ast.Starred):
            return r.Arg(self.expr(node.value), None, 1)
        return r.Arg(self.expr(node), None, 0)

    def expr_BinOp(self, node: ast.BinOp) -> r.Expr:
        left, right = self.expr(node.left), self.expr(node.right)
        return r.Bin(_OPERATORS[type(node.op)], left, right, self.mark())

    def expr_UnaryOp(self, node: ast.UnaryOp) -> r.Expr:
        value = self.expr(node.operand)
        operator = _OPERATORS[type(node.op)]
        if operator == "-" and isinstance(value, r.Const) and type(value.value) is int:
            return r.Const(-value.value)
        return r.Unary(operator, value)

    def expr_BoolOp(self, node: ast.BoolOp) -> r.Expr:
        operator = _OPERATORS[type(node.op)]
        first, *others = self.exprs(node.values)
        values = first.values if isinstance(first, r.BoolOp) and first.op == operator else (first,)
        return r.BoolOp(operator, (*values, *others))

    def expr_Compare(self, node: ast.Compare) -> r.Expr:
        left = self.expr(node.left)
        parts: list[r.Expr] = []
        for operator, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.expr(comparator)
            parts.append(r.Compare(_OPERATORS[type(operator)], left, right))
            left = right
        return parts[0] if len(parts) == 1 else r.BoolOp("and", tuple(parts))

    def expr_IfExp(self, node: ast.IfExp) -> r.Expr:
        return r.Cond(self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def elements(self, nodes: list[ast.expr]) -> tuple[r.Expr, ...]:
        """Lower the elements of a display."""
        return tuple([r.Star(self.expr(n.value)) if isinstance(n, ast.Starred) else self.expr(n) for n in nodes])

    def expr_Tuple(self, node: ast.Tuple) -> r.Expr:
        return r.Seq("tuple", self.elements(node.elts))

    def expr_List(self, node: ast.List) -> r.Expr:
        return r.Seq("list", self.elements(node.elts))

    def expr_Set(self, node: ast.Set) -> r.Expr:
        return r.Seq("set", self.elements(node.elts))

    def expr_Dict(self, node: ast.Dict) -> r.Expr:
        items = [(self.maybe(key), self.expr(value)) for key, value in zip(node.keys, node.values, strict=True)]
        return r.DictLit(tuple([key for key, _ in items]), tuple([value for _, value in items]))

    def expr_ListComp(self, node: ast.ListComp) -> r.Expr:
        return self.comp("list", None, node.elt, node.generators)

    def expr_SetComp(self, node: ast.SetComp) -> r.Expr:
        return self.comp("set", None, node.elt, node.generators)

    def expr_GeneratorExp(self, node: ast.GeneratorExp) -> r.Expr:
        return self.comp("generator", None, node.elt, node.generators)

    def expr_DictComp(self, node: ast.DictComp) -> r.Expr:
        return self.comp("dict", node.key, node.value, node.generators)

    def comp(self, kind: str, key: ast.expr | None, value: ast.expr, levels: list[ast.comprehension]) -> r.Expr:
        """Lower a comprehension, generators first."""
        gens: list[r.Gen] = []
        for level in levels:
            iterable = self.expr(level.iter)
            target = self.expr(level.target)
            gens.append(r.Gen(target, iterable, self.exprs(level.ifs)))
        lowered_key = self.maybe(key)
        lowered = self.expr(value)
        return r.Comp(kind, lowered_key, lowered, tuple(gens), self.mark())

    def expr_Lambda(self, node: ast.Lambda) -> r.Expr:
        at = self.mark()
        return r.Lambda(self.params(node.args), self.expr(node.body), at)

    def params(self, node: ast.arguments) -> tuple[r.Param, ...]:
        """Lower a parameter list, in order."""
        plain = [*node.posonlyargs, *node.args]
        defaults = [*[None] * (len(plain) - len(node.defaults)), *node.defaults]
        out = [self.param(p, "positional", default) for p, default in zip(plain, defaults, strict=True)]
        if node.vararg is not None:
            out.append(self.param(node.vararg, "args", None))
        out += [self.param(p, "keyword", d) for p, d in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        if node.kwarg is not None:
            out.append(self.param(node.kwarg, "kwargs", None))
        return tuple(out)

    def param(self, node: ast.arg, kind: str, default: ast.expr | None) -> r.Param:
        """Lower one parameter."""
        lowered = self.maybe(default)
        return r.Param(node.arg, kind, lowered, self.maybe(node.annotation))

    def expr_Await(self, node: ast.Await) -> r.Expr:
        return r.Await(self.expr(node.value))

    def expr_Yield(self, node: ast.Yield) -> r.Expr:
        self.yields = True
        at = self.mark()
        return r.Yield(self.maybe(node.value), delegates=False, at=at)

    def expr_YieldFrom(self, node: ast.YieldFrom) -> r.Expr:
        self.yields = True
        at = self.mark()
        return r.Yield(self.expr(node.value), delegates=True, at=at)

    def expr_NamedExpr(self, node: ast.NamedExpr) -> r.Expr:
        value = self.expr(node.value)
        return r.Walrus(self.expr(node.target), value)
