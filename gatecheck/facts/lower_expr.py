"""From libcst expressions to records."""

from __future__ import annotations

import libcst as cst

from gatecheck.facts import records as r

_OPERATORS = {
    "Add": "+", "Subtract": "-", "Multiply": "*", "MatrixMultiply": "@", "Divide": "/", "FloorDivide": "//",
    "Modulo": "%", "Power": "**", "BitOr": "|", "BitAnd": "&", "BitXor": "^", "LeftShift": "<<", "RightShift": ">>",
    "Not": "not", "Minus": "-", "Plus": "+", "BitInvert": "~",
    "Equal": "==", "NotEqual": "!=", "LessThan": "<", "LessThanEqual": "<=", "GreaterThan": ">",
    "GreaterThanEqual": ">=", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not", "And": "and", "Or": "or",
}  # fmt: skip
_TOO_LARGE = 1 << 62
_LONGEST_NUMBER = 80
"""Digits with which even a number in base two is too large; Python itself refuses some thousands."""


class Seen:
    """What has been mentioned so far in the body of one function."""

    __slots__ = ("attrs", "called", "names", "stored")

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.attrs: set[str] = set()
        self.stored: set[str] = set()
        self.names: set[str] = set()

    def frozen(self) -> r.Uses:
        """What was seen, as a record."""
        return r.Uses(frozenset(self.called), frozenset(self.attrs), frozenset(self.stored), frozenset(self.names))

    def include(self, inner: Seen) -> None:
        """Add what a nested function mentions."""
        self.called |= inner.called
        self.attrs |= inner.attrs
        self.stored |= inner.stored
        self.names |= inner.names


class ExprLowerer:
    """Lowers the expressions of one chunk; ``nodes`` are the marked nodes, by ordinal, where ``keep`` is set."""

    def __init__(self, chunk: int, *, keep: bool = False) -> None:
        self.chunk = chunk
        self.count = 0
        self.keep = keep
        self.nodes: list[cst.CSTNode] = []
        self.yields = False
        self.seen = Seen()

    def mark(self, node: cst.CSTNode) -> int:
        """Give a node its ordinal."""
        ordinal = self.count
        self.count += 1
        if self.keep:
            self.nodes.append(node)
        return ordinal

    def expr(self, node: cst.CSTNode) -> r.Expr:
        """Lower one expression; what has no record of its own becomes opaque, with its parts."""
        handler = getattr(self, "expr_" + type(node).__name__, None)
        if handler is None:
            return self.opaque(node)
        lowered: r.Expr = handler(node)
        return lowered

    def opaque(self, node: cst.CSTNode) -> r.Expr:
        """Keep only the sub-expressions."""
        parts = tuple(self.expr(c) for c in node.children if isinstance(c, cst.BaseExpression))
        return r.Opaque(parts)

    def expr_Name(self, node: cst.Name) -> r.Expr:
        if node.value in {"None", "True", "False"}:
            return r.Const({"None": None, "True": True, "False": False}[node.value])
        self.seen.names.add(node.value)
        return r.Name(node.value, self.mark(node))

    def expr_Ellipsis(self, _node: cst.Ellipsis) -> r.Expr:
        return r.Const("...")

    def expr_Integer(self, node: cst.Integer) -> r.Expr:
        value = int(node.value, 0) if len(node.value) <= _LONGEST_NUMBER else _TOO_LARGE
        return r.Const(value) if value < _TOO_LARGE else r.Opaque(())

    def expr_SimpleString(self, node: cst.SimpleString) -> r.Expr:
        value = node.raw_value if "\\" not in node.raw_value else None
        return r.Const(value) if value is not None and len(value) <= 80 else r.Opaque(())

    def expr_ConcatenatedString(self, node: cst.ConcatenatedString) -> r.Expr:
        sides = (self.expr(node.left), self.expr(node.right))
        return r.Opaque(tuple(part for side in sides if isinstance(side, r.Opaque) for part in side.parts))

    def expr_FormattedString(self, node: cst.FormattedString) -> r.Expr:
        parts = [p.expression for p in node.parts if isinstance(p, cst.FormattedStringExpression)]
        return r.Opaque(tuple(self.expr(p) for p in parts))

    def expr_Attribute(self, node: cst.Attribute) -> r.Expr:
        value = self.expr(node.value)
        self.seen.attrs.add(node.attr.value)
        return r.Attr(value, node.attr.value, self.mark(node))

    def expr_Subscript(self, node: cst.Subscript) -> r.Expr:
        value = self.expr(node.value)
        items = [self.index(element.slice) for element in node.slice]
        tuple_index = len(items) > 1 or isinstance(node.slice[0].comma, cst.Comma)
        index = r.Seq("tuple", tuple(items)) if tuple_index else items[0]
        return r.Sub(value, index, self.mark(node))

    def index(self, node: cst.BaseSlice) -> r.Expr:
        """Lower one part of a subscript."""
        if isinstance(node, cst.Index):
            value = self.expr(node.value)
            return r.Star(value) if node.star else value
        assert isinstance(node, cst.Slice)
        low, high, step = (self.expr(p) if p is not None else None for p in (node.lower, node.upper, node.step))
        return r.Slice(low, high, step)

    def expr_Call(self, node: cst.Call) -> r.Expr:
        func = self.expr(node.func)
        args = tuple(self.arg(arg) for arg in node.args)
        if isinstance(func, r.Attr):
            self.seen.called.add(func.name)
        elif isinstance(func, r.Name):
            self.seen.called.add(func.id)
        return r.Call(func, args, self.mark(node))

    def arg(self, node: cst.Arg) -> r.Arg:
        """Lower one argument."""
        return r.Arg(self.expr(node.value), node.keyword.value if node.keyword else None, len(node.star))

    def expr_BinaryOperation(self, node: cst.BinaryOperation) -> r.Expr:
        left, right = self.expr(node.left), self.expr(node.right)
        return r.Bin(_OPERATORS[type(node.operator).__name__], left, right, self.mark(node))

    def expr_UnaryOperation(self, node: cst.UnaryOperation) -> r.Expr:
        value = self.expr(node.expression)
        operator = _OPERATORS[type(node.operator).__name__]
        if operator == "-" and isinstance(value, r.Const) and type(value.value) is int:
            return r.Const(-value.value)
        return r.Unary(operator, value)

    def expr_BooleanOperation(self, node: cst.BooleanOperation) -> r.Expr:
        operator = _OPERATORS[type(node.operator).__name__]
        left, right = self.expr(node.left), self.expr(node.right)
        values = (left.values if isinstance(left, r.BoolOp) and left.op == operator else (left,)) + (right,)
        return r.BoolOp(operator, values)

    def expr_Comparison(self, node: cst.Comparison) -> r.Expr:
        left = self.expr(node.left)
        parts: list[r.Expr] = []
        for target in node.comparisons:
            right = self.expr(target.comparator)
            parts.append(r.Compare(_OPERATORS[type(target.operator).__name__], left, right))
            left = right
        return parts[0] if len(parts) == 1 else r.BoolOp("and", tuple(parts))

    def expr_IfExp(self, node: cst.IfExp) -> r.Expr:
        test = self.expr(node.test)
        return r.Cond(test, self.expr(node.body), self.expr(node.orelse))

    def elements(self, nodes: tuple[cst.BaseElement, ...] | list[cst.BaseElement]) -> tuple[r.Expr, ...]:
        """Lower the elements of a display."""
        return tuple(
            r.Star(self.expr(n.value)) if isinstance(n, cst.StarredElement) else self.expr(n.value) for n in nodes
        )

    def expr_Tuple(self, node: cst.Tuple) -> r.Expr:
        return r.Seq("tuple", self.elements(list(node.elements)))

    def expr_List(self, node: cst.List) -> r.Expr:
        return r.Seq("list", self.elements(list(node.elements)))

    def expr_Set(self, node: cst.Set) -> r.Expr:
        return r.Seq("set", self.elements(list(node.elements)))

    def expr_Dict(self, node: cst.Dict) -> r.Expr:
        keys: list[r.Expr | None] = []
        values: list[r.Expr] = []
        for element in node.elements:
            keys.append(self.expr(element.key) if isinstance(element, cst.DictElement) else None)
            values.append(self.expr(element.value))
        return r.DictLit(tuple(keys), tuple(values))

    def expr_ListComp(self, node: cst.ListComp) -> r.Expr:
        return self.comp("list", None, node.elt, node.for_in)

    def expr_SetComp(self, node: cst.SetComp) -> r.Expr:
        return self.comp("set", None, node.elt, node.for_in)

    def expr_GeneratorExp(self, node: cst.GeneratorExp) -> r.Expr:
        return self.comp("generator", None, node.elt, node.for_in)

    def expr_DictComp(self, node: cst.DictComp) -> r.Expr:
        return self.comp("dict", node.key, node.value, node.for_in)

    def comp(self, kind: str, key: cst.BaseExpression | None, value: cst.BaseExpression, for_in: cst.CompFor) -> r.Expr:
        """Lower a comprehension, generators first."""
        gens: list[r.Gen] = []
        level: cst.CompFor | None = for_in
        while level is not None:
            iterable = self.expr(level.iter)
            target = self.expr(level.target)
            gens.append(r.Gen(target, iterable, tuple(self.expr(test.test) for test in level.ifs)))
            level = level.inner_for_in
        lowered_key = self.expr(key) if key is not None else None
        lowered = self.expr(value)
        return r.Comp(kind, lowered_key, lowered, tuple(gens), self.mark(for_in))

    def expr_Lambda(self, node: cst.Lambda) -> r.Expr:
        at = self.mark(node)
        return r.Lambda(self.params(node.params), self.expr(node.body), at)

    def params(self, node: cst.Parameters) -> tuple[r.Param, ...]:
        """Lower a parameter list, in order."""
        out = [self.param(p, "positional") for p in (*node.posonly_params, *node.params)]
        if isinstance(node.star_arg, cst.Param):
            out.append(self.param(node.star_arg, "args"))
        out += [self.param(p, "keyword") for p in node.kwonly_params]
        if node.star_kwarg is not None:
            out.append(self.param(node.star_kwarg, "kwargs"))
        return tuple(out)

    def param(self, node: cst.Param, kind: str) -> r.Param:
        """Lower one parameter."""
        default = self.expr(node.default) if node.default is not None else None
        annotation = self.expr(node.annotation.annotation) if node.annotation is not None else None
        return r.Param(node.name.value, kind, default, annotation)

    def expr_Await(self, node: cst.Await) -> r.Expr:
        return r.Await(self.expr(node.expression))

    def expr_Yield(self, node: cst.Yield) -> r.Expr:
        self.yields = True
        at = self.mark(node)
        if isinstance(node.value, cst.From):
            return r.Yield(self.expr(node.value.item), True, at)
        return r.Yield(self.expr(node.value) if node.value is not None else None, False, at)

    def expr_NamedExpr(self, node: cst.NamedExpr) -> r.Expr:
        value = self.expr(node.value)
        return r.Walrus(self.expr(node.target), value)
