"""Expressions: what they evaluate to."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, get_args

from gatecheck.facts import records as r
from gatecheck.flow.base import Arguments, Bail, Return
from gatecheck.flow.branches import Branches
from gatecheck.flow.conditions import either
from gatecheck.flow.emptiness import note_some
from gatecheck.flow.linear import add, as_num
from gatecheck.flow.lookups import place_in
from gatecheck.flow.operators import arithmetic, choose, compare, lambda_function, part_of
from gatecheck.flow.recalled import is_left_under
from gatecheck.flow.stacks import takes_rows_of_all
from gatecheck.flow.state import State, Wait, guarded, joined
from gatecheck.flow.subscripts import is_computed
from gatecheck.flow.values import (
    NONE,
    NOTHING,
    Func,
    ListOf,
    Lit,
    Named,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol

KNOWN_KEYS = 24


class Evaluate(Branches):
    """Expression evaluation."""

    def __init__(self, program: Program, protocol: Protocol) -> None:
        super().__init__(program, protocol)
        self._evaluators: dict[type, Callable[[r.Expr, State], Value]] = {
            kind: getattr(self, f"ev_{kind.__name__}") for kind in get_args(r.Expr)
        }

    def ev(self, expr: r.Expr, st: State) -> Value:
        """Evaluate an expression in a state, which it may change."""
        self.steps += 1
        if self.steps > self.budget:
            raise Bail
        return self._evaluators[type(expr)](expr, st)

    def ev_Name(self, expr: r.Name, st: State) -> Value:
        known = st.env.get(expr.id)
        return known if known is not None else self.lookup_name(expr.id, st, expr.at)

    def ev_Const(self, expr: r.Const, _st: State) -> Value:
        return lit(expr.value)

    def ev_Opaque(self, expr: r.Opaque, st: State) -> Value:
        held = [part for each in expr.parts for part in parts(self.ev(each, st)) if is_computed(part)]
        return self.take(Seq(tuple(held)), st, -1) if held else Sym("opaque", ())

    def ev_Attr(self, expr: r.Attr, st: State) -> Value:
        return self.load_attr(self.ev(expr.value, st), expr.name, st, expr.at)

    def ev_Sub(self, expr: r.Sub, st: State) -> Value:
        value, index = self.ev(expr.value, st), self.ev(expr.index, st)
        if isinstance(value, Row) and takes_rows_of_all(index, st):
            value = self.of_every_layer(expr.value, value)
        return self.subscript(value, index, st, expr.at)

    def ev_Slice(self, expr: r.Slice, st: State) -> Value:
        bounds = tuple(self.ev(b, st) if b is not None else NONE for b in (expr.low, expr.high, expr.step))
        return Sym("slice", bounds)

    def ev_Bin(self, expr: r.Bin, st: State) -> Value:
        left, right = self.ev(expr.left, st), self.ev(expr.right, st)
        if expr.op == "+" and (joined := self._concatenate(left, right, st, expr.at)) is not None:
            return joined
        if expr.op == "|" and (united := self.united(left, right)) is not None:
            return united
        if expr.op == "*" and (repeated := self._repeat(left, right)) is not None:
            return repeated
        self.use((left, right), st)
        if self.holds_data(left) or self.holds_data(right):
            return self.take(Seq((left, right)), st, expr.at)
        return arithmetic(expr.op, left, right)

    def _concatenate(self, left: Value, right: Value, st: State, at: int) -> Value | None:
        if isinstance(left, Seq) and isinstance(right, Seq):
            return Seq((*left.items, *right.items))
        lists = (Table, ListOf, Seq)
        if all(isinstance(o, lists) for side in (left, right) for o in options(side)):
            return ListOf(union(self.elements(left, st, at), self.elements(right, st, at)))
        return None

    def united(self, left: Value, right: Value) -> Value | None:
        """What ``|`` makes of two dicts or sets: all that either of them holds."""
        if isinstance(left, Named) and isinstance(right, Named):
            return Named(tuple({**dict(left.entries), **dict(right.entries)}.items()))
        sides = (*options(left), *options(right))
        if not all(isinstance(side, (Named, ListOf)) for side in sides):
            return None
        held = (side.values if isinstance(side, Named) else (side.element,) for side in sides)  # type: ignore[union-attr]
        return ListOf(union(*(value for values in held for value in values), NOTHING))

    def _repeat(self, left: Value, right: Value) -> Value | None:
        for items, times in ((left, right), (right, left)):
            if isinstance(items, Seq) and items.items:
                return ListOf(union(*items.items), times, NOTHING)
        return None

    def ev_Unary(self, expr: r.Unary, st: State) -> Value:
        value = self.ev(expr.value, st)
        if expr.op == "not":
            self.consume_data(value, st, -1)
            known = self.truth(value)
            return Sym("not", (value,)) if known is None else lit(not known)
        self.use((value,), st)
        if self.holds_data(value):
            return self.take(value, st, -1)
        negated = add(lit(0), value, -1) if expr.op == "-" else None
        return negated if negated is not None else Sym("op", (expr.op, value))

    def ev_Compare(self, expr: r.Compare, st: State) -> Value:
        left, right = self.ev(expr.left, st), self.ev(expr.right, st)
        if expr.op in {"in", "not in"}:
            if isinstance(expr.right, r.Attr) and self._is_forgotten(expr.right.name):
                return lit(expr.op == "not in")
            if is_left_under(right, left):
                return lit(expr.op == "in")
        if compare(expr.op, left, right) is None and expr.op in {"==", "!=", "<", "<=", ">", ">="}:
            self.consume(left, st, -1)
            self.consume(right, st, -1)
        return self.compared(expr.op, left, right)

    def compared(self, op: str, left: Value, right: Value) -> Value:
        """The outcome of a comparison."""
        outcome = compare(op, left, right)
        return Sym("cmp", (op, left, right)) if outcome is None else lit(outcome)

    def _is_forgotten(self, name: str) -> bool:
        """Whether an attribute remembers waits, and nothing of them when a forward begins."""
        return not self.building and self.memories.outlives(name) is False

    def ev_BoolOp(self, expr: r.BoolOp, st: State) -> Value:
        going: State | None = st
        results: list[tuple[Value, State]] = []
        for operand in expr.values:
            if going is None:
                break
            value = self.ev(operand, going)
            if operand is expr.values[-1]:
                results.append((value, going))
                break
            yes, no = self.part(operand, value, going)
            going, out = (yes, no) if expr.op == "and" else (no, yes)
            if out is not None:
                results.append((value, out))
        values, after = joined(results)
        st.become(after)
        return reduce(partial(either, expr.op), values)

    def ev_Cond(self, expr: r.Cond, st: State) -> Value:
        yes, no = self.branch(expr.test, st)
        results: list[tuple[Value, State]] = []
        if yes is not None:
            results.append((self.ev(expr.then, yes), yes))
        if no is not None:
            results.append((self.ev(expr.orelse, no), no))
        if not results:
            return Sym("opaque", ())
        values, after = joined(results)
        st.become(after)
        return values[0] if len(values) == 1 else choose(*values)

    def fn_divmod(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        """``divmod(a, b)`` of two numbers."""
        numbers = [n for n in args.positional if as_num(n) is not None]
        return Seq(tuple(arithmetic(op, *numbers) for op in ("//", "%"))) if len(numbers) == 2 else None

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
        keys = []
        for key, value in zip(expr.keys, expr.values, strict=False):
            if key is not None:
                keys.append(self.ev(key, st))
                values.append(self.ev(value, st))
            else:
                values.append(self.contents(self.ev(value, st), st, -1))
        if 0 < len(keys) == len(values) <= KNOWN_KEYS and all(isinstance(k, Lit) for k in keys):
            return Named(tuple(dict(zip(keys, values, strict=True)).items()))  # type: ignore[arg-type]
        if not values:
            return ListOf(NOTHING, key=NOTHING)
        return ListOf(union(*values), key=union(*keys) if len(keys) == len(values) else None)

    def ev_Star(self, expr: r.Star, st: State) -> Value:
        return self.ev(expr.value, st)

    def ev_Comp(self, expr: r.Comp, st: State) -> Value:
        inner = st.copy()
        over: Value | None = None
        for gen in expr.gens:
            iterable = self.ev(gen.iter, inner)
            over = iterable if over is None else over
            note_some(iterable, inner)
            self.bind_target(gen.target, self.elements(iterable, inner, expr.at), inner)
            for test in gen.tests:
                yes, _ = self.branch(test, inner)
                if yes is None:
                    return ListOf(NOTHING)
                inner = yes
        listed = over if len(expr.gens) == 1 and not expr.gens[0].tests else None
        key = self.ev(expr.key, inner) if expr.key is not None else place_in(listed) if listed is not None else None
        value = self.ev(expr.value, inner)
        inner.env, inner.conds = st.env, st.conds
        return self.whole(guarded(value, _left_behind(st, inner)), over, key)

    def whole(self, value: Value, over: Value | None, key: Value | None = None) -> Value:
        """A list of views of all layers of a buffer is that buffer again."""
        if isinstance(value, Row) and isinstance(value.layer, Sym) and value.layer.op == "each":
            return Table(value.oid, value.attr, value.behind, part_of(value.layer))
        known = isinstance(over, Seq) and not all(isinstance(item, Lit) for item in over.items)
        return ListOf(value, None if known or isinstance(over, Union_) else over, key)

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
        value = self.elements(value, st, expr.at) if expr.delegates else value
        frame.yielded.append((value, st.must))
        frame.returns.append(Return(NONE, st.copy()))
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


def _left_behind(st: State, inner: State) -> frozenset[Wait]:
    """Take over the state behind an item of a comprehension, but the waits that stand only where there is an item."""
    waits = frozenset(one.wait for one in st.conditional) & (inner.must - st.must)
    inner.must -= waits
    inner.conditional = st.conditional if waits else inner.conditional
    st.become(inner)
    return waits
