"""Tests: whether a value is true, and what each way out of a test knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.conditions import known
from gatecheck.flow.modes import NOTHING_LOADS, Modes
from gatecheck.flow.operators import compare, is_of_counter
from gatecheck.flow.recalled import was_left
from gatecheck.flow.state import State, Wait, join
from gatecheck.flow.subscripts import Subscripts
from gatecheck.flow.values import (
    ALL_LAYERS,
    NONE,
    Cls,
    Counter,
    Func,
    Instance,
    ListOf,
    Lit,
    Module,
    Named,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    options,
    union,
)
from gatecheck.program.asking import RuledOut, Tests, leaves_nothing

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol


# A condition, and the states in which it is true and in which it is false; None where it cannot be.
Asked = tuple[Value, "State | None", "State | None"]
# A condition that holds where the batch is not in a mode.
_RULED_OUT = "ruled out"
_NONE = r.Const(None)


class Branches(Subscripts):
    """Branching on a test."""

    modes: Modes = Modes()

    def __init__(self, program: Program, protocol: Protocol) -> None:
        super().__init__(program, protocol)
        self._tests: dict[str, Tests] = {}

    def ev(self, expr: r.Expr, st: State) -> Value:
        """Evaluate an expression in a state, which it may change."""
        raise NotImplementedError

    def truth(self, value: Value) -> bool | None:
        """Whether a value is true, where that is known. A counter is: testing for one is part of the gate."""
        if isinstance(value, Lit):
            return bool(value.value)
        if isinstance(value, Sym):
            return True if is_of_counter(value) else None
        if isinstance(value, Counter):
            return None if value.state == "foreign" else True
        if isinstance(value, (Instance, Func, Cls, Module, Table)):
            return True
        if isinstance(value, Seq):
            return bool(value.items)
        if isinstance(value, Named):
            return True
        if isinstance(value, Union_):
            known = {self.truth(o) for o in value.options}
            return known.pop() if len(known) == 1 else None
        return True if isinstance(value, ListOf) and was_left(value) else None

    def branch(self, test: r.Expr, st: State) -> tuple[State | None, State | None]:
        """The states in which a test is true and in which it is false; None where it cannot be."""
        _, yes, no = self.ask(test, st)
        return yes, no

    def ask(self, test: r.Expr, st: State) -> Asked:
        """A test as a condition, and the states in which it is true and in which it is false."""
        if isinstance(test, r.Unary) and test.op == "not":
            cond, yes, no = self.ask(test.value, st)
            return Sym("not", (cond,)), no, yes
        if isinstance(test, r.BoolOp):
            return self.ask_several(test, st)
        value = self.ev(test, st)
        return value, *self.part(test, value, st)

    def part(self, test: r.Expr, value: Value, st: State) -> tuple[State | None, State | None]:
        """The same for a test that has been evaluated."""
        self.consume_data(value, st, -1)
        outcome = self.truth(value)
        if outcome is None and (outcome := known(value, st.conds)) is not None:
            self.assume(test, value, st, truth=outcome)
        if outcome is not None:
            return (st, None) if outcome else (None, st)
        no = st.copy()
        self.assume(test, value, st, truth=True)
        self.assume(test, value, no, truth=False)
        return st, no

    def _heed_mode(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """Where a check shows that nothing is loading for the batch, what is read from here on needs no wait."""
        if self.building or self._asks_something_else(test, st):
            return
        said = self.tests_here().outcome(test, truth=truth)
        st.conds.update((Sym(_RULED_OUT, one), True) for one in said.ruled_out)
        quiet = said.quiet or self.modes.said(value, truth) in {"decode", "rest"}
        if quiet or (said.ruled_out and leaves_nothing(all_ruled_out(st))):
            st.must |= {Wait(ALL_LAYERS, NOTHING_LOADS, None, self.place(-1))}

    def _asks_something_else(self, test: r.Expr, st: State) -> bool:
        """Whether a test that is named like one of the mode is asked of an object that is no mode: it has only this."""
        if not isinstance(test, r.Call) or not isinstance(test.func, r.Attr) or test.func.name not in self.modes.every:
            return False
        asked = [o for o in options(self.ev(test.func.value, st)) if isinstance(o, Instance)]
        mros = [self.program.classes[self.heap[one.oid].cls].mro for one in asked]
        named = [{name for key in mro for name in self.program.classes[key].methods} for mro in mros]
        return any(len(self.modes.every & names) == 1 for names in named)

    def tests_here(self) -> Tests:
        """What reads the tests of the running function."""
        info = self.frame.info
        if info.key not in self._tests:
            self._tests[info.key] = Tests(self.program, info.path, info.record, self.modes)
        return self._tests[info.key]

    def ask_several(self, test: r.BoolOp, st: State) -> Asked:
        """``and`` goes on while true, ``or`` while false; what leaves early is joined."""
        going: State | None = st
        left: list[State] = []
        open_: list[Value] = []
        for operand in test.values:
            if going is None:
                break
            cond, yes, no = self.ask(operand, going)
            open_ += [cond] if yes is not None and no is not None else []
            going, out = (yes, no) if test.op == "and" else (no, yes)
            if out is not None:
                left.append(out)
        whole = Sym(test.op, tuple(open_))
        out_state = join(left) if left else None
        if out_state is not None and len(left) > 1 and not any(isinstance(cond, Union_) for cond in open_):
            out_state.learn(whole, truth=test.op == "or")
        return (whole, going, out_state) if test.op == "and" else (whole, out_state, going)

    def assume(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """Remember the outcome of a test, and what it says of the batch and of the variable that it tests."""
        self._heed_mode(test, value, st, truth=truth)
        if not isinstance(value, Union_):
            st.learn(value, truth=truth)
        tested: r.Expr | None = test
        keep: Callable[[Value], bool] | None = None
        if isinstance(test, r.Compare) and test.op in {"is", "is not"} and test.right == _NONE:
            tested = test.left
            wants_none = (test.op == "is") is truth
            keep = lambda v: compare("is", v, NONE) is not (not wants_none)  # noqa: E731
        elif isinstance(test, r.Call) and test.func.__class__ is r.Name and test.args:
            tested, keep = test.args[0].value, self.kind_filter(test, st, truth=truth)
        elif isinstance(test, (r.Name, r.Attr, r.Walrus)):
            keep = lambda v: self.truth(v) is not (not truth)  # noqa: E731
        if isinstance(tested, r.Walrus):
            tested = tested.target
        if keep is not None and isinstance(tested, (r.Name, r.Attr)):
            self._narrow(tested, keep, st)

    def kind_filter(self, test: r.Call, st: State, *, truth: bool) -> Callable[[Value], bool] | None:
        """For a test of what kind ``x`` is: which alternatives of ``x`` remain."""
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


def all_ruled_out(st: State) -> frozenset[RuledOut]:
    """The modes that the batch is not in, as the tests on the way show."""
    return frozenset(cond.args for cond in st.conds if isinstance(cond, Sym) and cond.op == _RULED_OUT)  # type: ignore[misc]
