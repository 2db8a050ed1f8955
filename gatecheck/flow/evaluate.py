"""Expressions: what they evaluate to, and which of them read a buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.base import Bail, Read, as_rows
from gatecheck.flow.objects import Objects
from gatecheck.flow.state import State, join
from gatecheck.flow.values import (
    ARMED,
    FALSE,
    NONE,
    TRUE,
    Bound,
    Cls,
    Counter,
    Data,
    External,
    Fresh,
    Func,
    Instance,
    ListOf,
    Lit,
    Module,
    Num,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    add,
    as_num,
    lit,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_NEVER_NONE = (Instance, Table, Row, Fresh, Func, Cls, Module, Seq, ListOf, Num, Bound, Counter)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def is_scalar(value: Value) -> bool:
    """Whether a value is certainly a number, not a tensor of indices."""
    if isinstance(value, Lit):
        return value.tag == "int"
    if isinstance(value, Num):
        return True
    if isinstance(value, Union_):
        return all(is_scalar(o) for o in value.options)
    return isinstance(value, Sym) and value.op in {"int", "range", "len", "each", "max", "min", "op"}


class Evaluate(Objects):
    """Expression evaluation."""

    def ev(self, expr: r.Expr, st: State) -> Value:
        """Evaluate an expression in a state, which it may change."""
        self.steps += 1
        if self.steps > self.budget:
            raise Bail
        handler = getattr(self, "ev_" + type(expr).__name__)
        value: Value = handler(expr, st)
        return value

    def ev_Name(self, expr: r.Name, st: State) -> Value:
        return self.lookup_name(expr.id, st, expr.at)

    def ev_Const(self, expr: r.Const, _st: State) -> Value:
        return lit(expr.value)

    def ev_Opaque(self, expr: r.Opaque, st: State) -> Value:
        for part in expr.parts:
            self.ev(part, st)
        return Sym("opaque", ())

    def ev_Attr(self, expr: r.Attr, st: State) -> Value:
        return self.load_attr(self.ev(expr.value, st), expr.name, st, expr.at)

    def ev_Sub(self, expr: r.Sub, st: State) -> Value:
        value = self.ev(expr.value, st)
        return self.subscript(value, self.ev(expr.index, st), st, expr.at)

    def ev_Slice(self, expr: r.Slice, st: State) -> Value:
        bounds = tuple(self.ev(b, st) if b is not None else NONE for b in (expr.low, expr.high, expr.step))
        return Sym("slice", bounds)

    def ev_Bin(self, expr: r.Bin, st: State) -> Value:
        left, right = self.ev(expr.left, st), self.ev(expr.right, st)
        if expr.op == "+" and (joined := self._concatenate(left, right, st, expr.at)) is not None:
            return joined
        if expr.op == "*" and (repeated := self._repeat(left, right)) is not None:
            return repeated
        if self.holds_data(left) or self.holds_data(right):
            return self.take(Seq((left, right)), st, expr.at)
        return arithmetic(expr.op, left, right)

    def holds_data(self, value: Value) -> bool:
        """Whether a buffer, or something computed from one, is in a value."""
        return any(isinstance(p, (Row, Table, Data)) for p in parts(value))

    def _concatenate(self, left: Value, right: Value, st: State, at: int) -> Value | None:
        if isinstance(left, Seq) and isinstance(right, Seq):
            return Seq((*left.items, *right.items))
        lists = (Table, ListOf, Seq)
        if all(isinstance(o, lists) for side in (left, right) for o in options(side)):
            return ListOf(union(self.elements(left, st, at), self.elements(right, st, at)))
        return None

    def _repeat(self, left: Value, right: Value) -> Value | None:
        for items, times in ((left, right), (right, left)):
            if isinstance(items, Seq) and items.items:
                return ListOf(union(*items.items), times)
        return None

    def ev_Unary(self, expr: r.Unary, st: State) -> Value:
        value = self.ev(expr.value, st)
        if expr.op == "not":
            known = self.truth(value)
            return Sym("not", (value,)) if known is None else lit(not known)
        if expr.op == "-":
            negated = add(lit(0), value, -1)
            return negated if negated is not None else Sym("op", ("-", value))
        if self.holds_data(value):
            return self.take(value, st, -1)
        return Sym("op", (expr.op, value))

    def ev_Compare(self, expr: r.Compare, st: State) -> Value:
        left, right = self.ev(expr.left, st), self.ev(expr.right, st)
        known = compare(expr.op, left, right)
        if known is not None:
            return lit(known)
        if expr.op in {"==", "!=", "<", "<=", ">", ">="}:
            self.consume(left, st, -1)
            self.consume(right, st, -1)
        return Sym("cmp", (expr.op, left, right))

    def ev_BoolOp(self, expr: r.BoolOp, st: State) -> Value:
        value = self.ev(expr.values[0], st)
        for operand in expr.values[1:]:
            known = self.truth(value)
            if known is (expr.op == "or"):
                return value
            if known is None:
                other = st.copy()
                following = self.ev(operand, other)
                st.become(join([st.copy(), other]))
                value = choose(value, following)
            else:
                value = self.ev(operand, st)
        return value

    def ev_Cond(self, expr: r.Cond, st: State) -> Value:
        yes, no = self.branch(expr.test, st)
        results: list[tuple[Value, State]] = []
        if yes is not None:
            results.append((self.ev(expr.then, yes), yes))
        if no is not None:
            results.append((self.ev(expr.orelse, no), no))
        if not results:
            return Sym("opaque", ())
        st.become(join([state for _, state in results]))
        return results[0][0] if len(results) == 1 else choose(results[0][0], results[1][0])

    def ev_Seq(self, expr: r.Seq, st: State) -> Value:
        items: list[Value] = []
        loose = False
        for item in expr.items:
            if isinstance(item, r.Star):
                value = self.ev(item.value, st)
                if isinstance(value, Seq):
                    items += value.items
                else:
                    loose = True
                    items.append(self.elements(value, st, -1))
            else:
                items.append(self.ev(item, st))
        if loose or expr.kind == "set" or len(items) > 24:
            return ListOf(union(*items)) if items else Sym("emptyset", ())
        return Seq(tuple(items))

    def ev_DictLit(self, expr: r.DictLit, st: State) -> Value:
        values = []
        for key, value in zip(expr.keys, expr.values, strict=False):
            if key is not None:
                self.ev(key, st)
                values.append(self.ev(value, st))
            else:
                values.append(self.elements(self.ev(value, st), st, -1))
        return ListOf(union(*values)) if values else ListOf(Sym("nothing", ()))

    def ev_Star(self, expr: r.Star, st: State) -> Value:
        return self.ev(expr.value, st)

    def ev_Comp(self, expr: r.Comp, st: State) -> Value:
        inner = st.copy()
        over: Value | None = None
        for gen in expr.gens:
            iterable = self.ev(gen.iter, inner)
            over = iterable if over is None else over
            self.bind_target(gen.target, self.elements(iterable, inner, expr.at), inner)
            for test in gen.tests:
                yes, _ = self.branch(test, inner)
                inner = yes if yes is not None else inner
        if expr.key is not None:
            self.ev(expr.key, inner)
        value = self.ev(expr.value, inner)
        inner.env = st.env
        inner.conds = st.conds
        st.become(inner)
        return self._whole(value, over)

    def _whole(self, value: Value, over: Value | None) -> Value:
        """A list of views of all layers of a buffer is that buffer again."""
        if isinstance(value, Row) and isinstance(value.layer, Sym) and value.layer.op == "each":
            return Table(value.oid, value.attr)
        return ListOf(value, over if over is not None and not isinstance(over, (Seq, Union_)) else None)

    def ev_Lambda(self, expr: r.Lambda, st: State) -> Value:
        return self.make_closure(lambda_function(expr, self.frame.info.record.chunk), st, expr.at)

    def make_closure(self, record: r.Function, st: State, at: int) -> Func:
        """A nested function with the variables that it sees."""
        raise NotImplementedError

    def ev_Await(self, expr: r.Await, st: State) -> Value:
        return self.ev(expr.value, st)

    def ev_Yield(self, expr: r.Yield, st: State) -> Value:
        value = self.ev(expr.value, st) if expr.value is not None else NONE
        frame = self.frame
        if frame.on_yield is not None:
            after = frame.on_yield(st, value)
            if after is not None:
                st.become(after)
            else:
                st.ended = True
            return Sym("sent", (self.place(expr.at),))
        frame.yielded.append(self.elements(value, st, expr.at) if expr.delegates else value)
        frame.returns.append((NONE, st.copy()))
        self.leave_yield(value, st, expr.at)
        return Sym("sent", (self.place(expr.at),))

    def leave_yield(self, value: Value, st: State, at: int) -> None:
        """A value that the entry itself yields leaves the pool."""
        raise NotImplementedError

    def ev_Walrus(self, expr: r.Walrus, st: State) -> Value:
        value = self.ev(expr.value, st)
        self.bind_target(expr.target, value, st)
        return value

    def bind_target(self, target: r.Expr, value: Value, st: State) -> None:
        """Assign to a name, an attribute, an element or several of them."""
        raise NotImplementedError

    # -- buffers ------------------------------------------------------------------------------------------------

    def consume(self, value: Value, st: State, at: int) -> None:
        """The data behind a value is used here: every buffer in it is read."""
        for part in parts(value):
            for row in as_rows(part):
                self.read(row, st, at)
            if isinstance(part, Data):
                self.reads += [r for r in part.reads if isinstance(r, Read)]

    def subscript(self, value: Value, index: Value, st: State, at: int) -> Value:
        """Subscript any value."""
        if isinstance(value, Union_):
            kept = [self.subscript(o, index, st, at) for o in value.options if o != NONE]
            return union(*kept) if kept else Sym("item", (value, index))
        if isinstance(value, Table):
            if isinstance(index, Sym) and index.op == "slice":
                return value
            return value if isinstance(index, Lit) and index.tag == "str" else Row(value.oid, value.attr, index)
        if isinstance(value, Row):
            return self.subscript_row(value, index, st, at)
        if isinstance(value, Seq):
            return self._subscript_seq(value, index)
        if isinstance(value, ListOf):
            return tagged(value.element, index) if not _is_slice(index) else value
        if isinstance(value, Instance):
            return self._subscript_instance(value, index, st, at)
        if isinstance(value, (Fresh, Cls, Data)):
            return value
        if isinstance(value, Sym) and _is_slice(index):
            return value
        return Sym("item", (value, index))

    def _subscript_seq(self, value: Seq, index: Value) -> Value:
        if (
            isinstance(index, Lit)
            and isinstance(index.value, int)
            and -len(value.items) <= index.value < len(value.items)
        ):
            return value.items[index.value]
        if _is_slice(index):
            return ListOf(union(*value.items)) if value.items else value
        return tagged(union(*value.items), index) if value.items else Sym("item", (value, index))

    def _subscript_instance(self, value: Instance, index: Value, st: State, at: int) -> Value:
        from gatecheck.flow.base import Arguments

        info = self.program.classes[self.heap[value.oid].cls]
        names = [t.id for f in info.fields for t in f.targets if isinstance(t, r.Name)]
        if isinstance(index, Lit) and isinstance(index.value, int) and index.value < len(names):
            return self.load_instance(value, names[index.value], st, at)
        method = self.program.method(info.key, "__getitem__")
        if method is not None:
            return self.call_function(Func(method.key, value), Arguments((index,)), st, at)
        return Sym("item", (value, index))

    def subscript_row(self, row: Row, index: Value, st: State, at: int) -> Value:
        """A view while the index is made of numbers and slices; with a tensor of indices, a gather."""
        items = index.items if isinstance(index, Seq) else (index,)
        scalars = [i for i in items if self._selects_scalar(row, i, items)]
        gathers = [i for i in items if not _is_view_index(i) and i not in scalars]
        if gathers:
            # An index of unknown type on a whole tensor may choose a layer: data only if somebody uses it as such.
            doubtful = len(items) == 1 and (row.layer is None or isinstance(row.layer, Lit))
            return self.take(row, st, at, "doubtful" if doubtful else "consume")
        layered = [i for i in scalars if not (isinstance(i, Lit))]
        if row.layer is None and scalars:
            return Row(row.oid, row.attr, scalars[0])
        if layered and (
            isinstance(row.layer, Lit) or (isinstance(row.layer, Sym) and row.layer.op in {"each", "range"})
        ):
            return Row(row.oid, row.attr, layered[0])
        return row

    def _selects_scalar(self, row: Row, index: Value, items: tuple[Value, ...]) -> bool:
        if is_scalar(index):
            return True
        first = (
            row.layer is None
            or isinstance(row.layer, Lit)
            or (isinstance(row.layer, Sym) and row.layer.op in {"each", "range"})
        )
        return (
            first
            and len(items) == 1
            and isinstance(index, (Sym, Union_))
            and not _is_slice(index)
            and (row.oid, row.attr) in self.scalar_rows
        )

    # -- truth ----------------------------------------------------------------------------------------------------

    def truth(self, value: Value) -> bool | None:
        """Whether a value is true, where that is known. A counter is: testing for one is part of the gate."""
        if isinstance(value, Lit):
            return bool(value.value)
        if isinstance(value, Counter):
            return None if value.state == "foreign" else True
        if isinstance(value, (Instance, Func, Cls, Module, Table)):
            return True
        if isinstance(value, Seq):
            return bool(value.items)
        if isinstance(value, Union_):
            known = {self.truth(o) for o in value.options}
            return known.pop() if len(known) == 1 else None
        return None

    def branch(self, test: r.Expr, st: State) -> tuple[State | None, State | None]:
        """The states in which a test is true and in which it is false; None where it cannot be."""
        if isinstance(test, r.Unary) and test.op == "not":
            yes, no = self.branch(test.value, st)
            return no, yes
        if isinstance(test, r.BoolOp):
            return self._branch_bool(test, st)
        value = self.ev(test, st)
        known = self.truth(value)
        if known is None:
            known = st.conds.get(value)
        if known is not None:
            return (st, None) if known else (None, st)
        no = st.copy()
        self.assume(test, value, st, truth=True)
        self.assume(test, value, no, truth=False)
        return st, no

    def _branch_bool(self, test: r.BoolOp, st: State) -> tuple[State | None, State | None]:
        """``and`` goes on while true, ``or`` while false; what leaves early is joined."""
        going: State | None = st
        left: list[State] = []
        for operand in test.values:
            if going is None:
                break
            yes, no = self.branch(operand, going)
            going, out = (yes, no) if test.op == "and" else (no, yes)
            if out is not None:
                left.append(out)
        out_state = join(left) if left else None
        return (going, out_state) if test.op == "and" else (out_state, going)

    def assume(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """Remember the outcome of a test, and what it says of the variable that it tests."""
        if not isinstance(value, Union_):
            st.conds[value] = truth
            if isinstance(value, Sym) and value.op == "not":
                st.conds[value.args[0]] = not truth  # type: ignore[index]
        tested: r.Expr | None = test
        keep: Callable[[Value], bool] | None = None
        if isinstance(test, r.Compare) and test.op in {"is", "is not"} and test.right == r.Const(None):
            tested = test.left
            wants_none = (test.op == "is") is truth
            keep = lambda v: compare("is", v, NONE) is not (not wants_none)  # noqa: E731
        elif isinstance(test, r.Call) and test.func.__class__ is r.Name and len(test.args) == 2:
            tested, keep = test.args[0].value, self.isinstance_filter(test, st, truth=truth)
        elif isinstance(test, (r.Name, r.Attr, r.Walrus)):
            keep = lambda v: self.truth(v) is not (not truth)  # noqa: E731
        if isinstance(tested, r.Walrus):
            tested = tested.target
        if keep is not None and isinstance(tested, (r.Name, r.Attr)):
            self._narrow(tested, keep, st)

    def isinstance_filter(self, test: r.Call, st: State, *, truth: bool) -> Callable[[Value], bool] | None:
        """For ``isinstance(x, C)``: which alternatives of ``x`` remain."""
        raise NotImplementedError

    def _narrow(self, tested: r.Name | r.Attr, keep: Callable[[Value], bool], st: State) -> None:
        value = self.ev(tested, st)
        if not isinstance(value, Union_):
            return
        kept = [o for o in value.options if keep(o)]
        if not kept or len(kept) == len(value.options):
            return
        narrowed = union(*kept)
        if isinstance(tested, r.Name):
            st.env[tested.id] = narrowed
            return
        for owner in options(self.ev(tested.value, st)):
            if isinstance(owner, Instance):
                st.attrs[(owner.oid, tested.name)] = narrowed


def _is_slice(value: Value) -> bool:
    return isinstance(value, Sym) and value.op == "slice"


def _is_view_index(value: Value) -> bool:
    return _is_slice(value) or (isinstance(value, Lit) and value.tag in {"int", "none", "str"})


def tagged(value: Value, index: Value) -> Value:
    """Objects taken out of a container by ``index`` remember it."""
    if isinstance(value, Union_):
        return union(*(tagged(o, index) for o in value.options))
    if isinstance(value, Instance):
        return Instance(value.oid, index)
    if isinstance(value, Row) and isinstance(value.layer, Sym) and value.layer.op in {"range", "each"}:
        return Row(value.oid, value.attr, index)
    if isinstance(value, Sym) and value.op != "nothing":
        return Sym("item", (value, index))
    return value


def choose(first: Value, second: Value) -> Value:
    """One of two values; ``x or 0`` and ``x if x is not None else 0`` stay one unknown."""
    if first == second:
        return first
    objects = (Instance, Table, Row, Cls, Func, Fresh, Seq, ListOf, Counter)
    if any(isinstance(o, objects) or o == NONE for v in (first, second) for o in options(v)):
        return union(first, second)
    return Sym("default", (first, second))


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """Integer arithmetic as far as it stays linear; with alternatives on a side, alternatives."""
    for side in (left, right):
        if isinstance(side, Union_) and len(side.options) <= 4:
            results = [arithmetic(op, o, right) if side is left else arithmetic(op, left, o) for o in side.options]
            return union(*results)
    if op in {"+", "-"}:
        result = add(left, right, 1 if op == "+" else -1)
        if result is not None:
            return result
    if isinstance(left, Lit) and isinstance(right, Lit) and left.tag == right.tag == "int":
        a, b = left.value, right.value
        assert isinstance(a, int)
        assert isinstance(b, int)
        if op == "*":
            return lit(a * b)
        if op in {"//", "%"} and b:
            return lit(a // b if op == "//" else a % b)
    integers = as_num(left) is not None and as_num(right) is not None and (is_scalar(left) or is_scalar(right))
    return Sym("op" if integers else "calc", (op, left, right))


def compare(op: str, left: Value, right: Value) -> bool | None:
    """The outcome of a comparison, where it is known. An armed counter's slot is not negative."""
    if op in {"is", "is not"} and right == NONE:
        known = _is_none(left)
        return None if known is None else known is (op == "is")
    if left == ARMED and isinstance(right, Lit) and right.tag == "int":
        if right.value in {0, -1}:
            return {
                ">=": True,
                "<": False,
                ">": right.value == -1 or None,
                "!=": True if right.value == -1 else None,
                "==": False if right.value == -1 else None,
                "<=": False if right.value == -1 else None,
            }.get(op)
        return None
    if isinstance(left, Lit) and isinstance(right, Lit):
        if left.tag == right.tag == "int" and op in _COMPARE:
            assert isinstance(left.value, int)
            assert isinstance(right.value, int)
            return _COMPARE[op](left.value, right.value)
        if op in {"==", "is"}:
            return left == right
        if op in {"!=", "is not"}:
            return left != right
    if op in {"is", "is not"} and isinstance(left, (Cls, Func)) and isinstance(right, (Cls, Func)):
        return (left == right) is (op == "is")
    return None


def _is_none(value: Value) -> bool | None:
    if value == NONE:
        return True
    if value == ARMED:
        return False
    if isinstance(value, Counter):
        return None if value.state == "foreign" else False
    if isinstance(value, Union_):
        known = {_is_none(o) for o in value.options}
        return known.pop() if len(known) == 1 else None
    if isinstance(value, (Lit, _NEVER_NONE)):
        return False
    if isinstance(value, Sym) and value.op in {"range", "len", "op", "calc", "data", "meta"}:
        return False
    return None


def lambda_function(expr: r.Lambda, chunk: int) -> r.Function:
    """A lambda as a function that returns its body."""
    return r.Function("<lambda>", expr.params, (), None, (r.Return(expr.body, expr.at),), False, chunk, expr.at)


__all__ = ["FALSE", "TRUE", "Evaluate", "External", "arithmetic", "choose", "compare", "is_scalar", "tagged"]
