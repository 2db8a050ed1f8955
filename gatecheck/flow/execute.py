"""Statements: which paths there are, and what holds on each."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.base import Return
from gatecheck.flow.blocks import Blocks
from gatecheck.flow.counting import as_tested, goes_on, index_of, numbers, numbers_along, steps_of
from gatecheck.flow.emptiness import is_filled, note_none, note_some
from gatecheck.flow.inside import mentions
from gatecheck.flow.linear import as_num
from gatecheck.flow.operators import numbered
from gatecheck.flow.ranges import last_of_range
from gatecheck.flow.rounds import Round, round_of
from gatecheck.flow.state import State, Wait, gained, join
from gatecheck.flow.values import NONE, Counter, ListOf, Lit, Num, Seq, Sym, Value, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from gatecheck.flow.base import Place
    from gatecheck.program.link import Program
    from gatecheck.program.protocol import Protocol

_UNROLL = 6
_CHOICES = frozenset({"min", "max", "elem", "item"})


class Execute(Blocks):
    """Statement execution."""

    # The rounds of the loops of the entry that is walked.
    rounds: tuple[Round, ...] = ()

    def __init__(self, program: Program, protocol: Protocol) -> None:
        super().__init__(program, protocol)
        self._executors: dict[type, Callable[[r.Stmt, State], list[State]]] = {
            kind: getattr(self, f"ex_{kind.__name__}") for kind in get_args(r.Stmt)
        }

    def exec_block(self, body: tuple[r.Stmt, ...], states: list[State]) -> list[State]:
        """Run statements; the states in which control reaches their end."""
        frame = self.frame
        for statement in body:
            if not states:
                return []
            handler = self._executors[type(statement)]
            frame.at = getattr(statement, "at", frame.at)
            after: list[State] = []
            for st in states:
                after += handler(statement, st)
            states = self.merge(after) if len(after) > 1 else after
        return states

    def ex_ExprStmt(self, stmt: r.ExprStmt, st: State) -> list[State]:
        value = stmt.value.value if isinstance(stmt.value, r.Await) else stmt.value
        if isinstance(value, r.Call):
            self.ev_call(value, st, used=False)
        else:
            self.ev(value, st)
        return [] if st.ended else [st]

    def ev_call(self, expr: r.Call, st: State, *, used: bool) -> Value:
        """Evaluate a call, knowing whether its value is used."""
        raise NotImplementedError

    def ex_Return(self, stmt: r.Return, st: State) -> list[State]:
        if isinstance(stmt.value, r.Call):
            value = self.ev_call(stmt.value, st, used=self.frame.used)
        else:
            value = self.ev(stmt.value, st) if stmt.value is not None else NONE
        if not st.ended:
            self.frame.returns.append(Return(value, st, stmt.at))
        return []

    def ex_Raise(self, stmt: r.Raise, st: State) -> list[State]:
        if stmt.exc is not None:
            self.consume_data(self.ev(stmt.exc, st), st, -1)
        return []

    def ex_Assert(self, stmt: r.Assert, st: State) -> list[State]:
        yes, _ = self.branch(stmt.test, st)
        return [yes] if yes is not None else []

    def ex_Delete(self, stmt: r.Delete, st: State) -> list[State]:
        for target in stmt.targets:
            if isinstance(target, r.Name):
                st.env.pop(target.id, None)
            else:
                self.take_out(target.value if isinstance(target, r.Sub) else target, st)
        return [st]

    def ex_Jump(self, stmt: r.Jump, st: State) -> list[State]:
        stack = self.frame.breaks if stmt.kind == "break" else self.frame.continues
        if stack:
            stack[-1].append(st)
        return []

    def ex_If(self, stmt: r.If, st: State) -> list[State]:
        yes, no = self.branch(stmt.test, st)
        after: list[State] = []
        if yes is not None:
            before = yes.must
            after += self.exec_block(stmt.body, [yes])
            if no is not None and after:
                _excuse(no, before, after)
        if no is not None:
            after += self.exec_block(stmt.orelse, [no])
        return after

    def ex_Match(self, stmt: r.Match, st: State) -> list[State]:
        subject = self.ev(stmt.subject, st)
        self.consume_data(subject, st, -1)
        after: list[State] = []
        left = [st]
        for case in stmt.cases:
            tried, left = left, []
            for one in tried:
                yes, others = self._matching(case, subject, one)
                after += self.exec_block(case.body, [yes]) if yes is not None else []
                left += others
        return after + left

    def _matching(self, case: r.Case, subject: Value, st: State) -> tuple[State | None, list[State]]:
        """The state in which a case is entered, and those in which the next one is tried."""
        yes: State | None = st
        no: State | None = None
        if case.test is not None:
            yes, no = self.part(case.test, self.compared(case.test.op, subject, self.ev(case.test.right, st)), st)
        elif not case.always:
            no = st.copy()
        failed: State | None = None
        if yes is not None:
            yes.env.update((name, Sym("match", (subject, name))) for name in case.binds)
            yes, failed = self.branch(case.guard, yes) if case.guard is not None else (yes, None)
        return yes, [one for one in (no, failed) if one is not None]

    def ex_While(self, stmt: r.While, st: State) -> list[State]:
        stmt = as_tested(stmt)
        counted, yes, exits = self._enter_while(stmt, st)
        if yes is None:
            return self.exec_block(stmt.orelse, exits)
        before = yes.copy()
        ends, broken = self._run_body(stmt.body, yes, [])
        self._note_round(stmt.body, before, ends)
        if ends and any(_rebinds(before, end, counted) for end in ends):
            again = join([before.copy(), *(e.copy() for e in ends)])
            again.env.update(counted)
            repeat, _ = self.branch(stmt.test, again)
            if repeat is not None:
                more, more_broken = self._run_again(stmt.body, repeat, [])
                ends, broken = ends + more, broken + more_broken
        if not exits and isinstance(stmt.test, r.Const):
            return broken
        if counted and ends:
            waits, exits, ends = gained(before.must, ends), [], [join([*exits, *ends])]
            self._cover_range(ends[0], Seq(tuple(counted.values())), waits, self.place(stmt.at))
        return self.exec_block(stmt.orelse, exits + ends) + broken

    def _enter_while(self, stmt: r.While, st: State) -> tuple[dict[str, Sym], State | None, list[State]]:
        """What a loop counts with, the state in which any round begins, and those in which none does."""
        begin = st.copy()
        counted = self._counted(stmt, st)
        yes, no = self.branch(stmt.test, st)
        if counted:
            once, no = self.branch(stmt.test, begin)
            yes = yes if once is not None else None
        for number in counted.values():
            for state, note in ((no, note_none), (yes, note_some)):
                if state is not None:
                    note(ListOf(number), state)
        return counted, yes, [no] if no is not None else []

    def _counted(self, stmt: r.While, st: State) -> dict[str, Sym]:
        """The variables that a loop counts with, which stand from here on for what they are in any round."""
        found: dict[str, Sym] = {}
        for step in steps_of(stmt) if not self.building else ():
            bound = self.ev(step.bound, st) if step.bound is not None else None
            number = numbers(st.env.get(step.name, NONE), step, self.ev(step.by, st), bound)
            found.update({step.name: number} if number is not None else {})
        st.env.update(found)
        return found

    def _note_round(self, body: tuple[r.Stmt, ...], before: State, ends: list[State]) -> None:
        """Remember what each round waits for, whether or not the loop runs at all."""
        found = round_of(self.frame.info.key, body, before, ends) if not self.building else None
        self.rounds += (found,) if found is not None else ()

    def _run_body(
        self, body: tuple[r.Stmt, ...], st: State, bind: list[tuple[r.Expr, Value]]
    ) -> tuple[list[State], list[State]]:
        """Run a loop body once: the states at its end and those that broke out."""
        frame = self.frame
        frame.breaks.append([])
        frame.continues.append([])
        for target, value in bind:
            self.bind_target(target, value, st)
        ends = self.exec_block(body, [st])
        return ends + frame.continues.pop(), frame.breaks.pop()

    def _run_again(
        self, body: tuple[r.Stmt, ...], st: State, bind: list[tuple[r.Expr, Value]]
    ) -> tuple[list[State], list[State]]:
        """Run a loop body once more, with what earlier rounds have left."""
        self.repeating += 1
        try:
            return self._run_body(body, st, bind)
        finally:
            self.repeating -= 1

    def ex_For(self, stmt: r.For, st: State) -> list[State]:
        iterable = self.ev(stmt.iter, st)
        if isinstance(iterable, Seq) and len(iterable.items) <= _UNROLL:
            return self._unrolled(stmt, iterable, st)
        element = self.elements(iterable, st, stmt.at)
        none = [] if _runs(iterable) or is_filled(iterable, st) else [st.copy()]
        for one in none:
            note_none(iterable, one)
        note_some(iterable, st)
        element, counted = self._counted_along(stmt, iterable, element, st)
        before = st.copy()
        ends, broken = self._run_body(stmt.body, st, [(stmt.target, element)])
        self._note_round(stmt.body, before, ends)
        if ends and any(_rebinds(before, end, counted) for end in ends):
            again = join([before.copy(), *(e.copy() for e in ends)])
            again.env.update(counted)
            more, more_broken = self._run_again(stmt.body, again, [(stmt.target, element)])
            ends, broken = ends + more, broken + more_broken
        if not ends:
            return self.exec_block(stmt.orelse, none) + broken
        waits = gained(before.must, ends)
        # A pool that keeps its counters in a list waits for each; one without a counter loads nothing.
        certain = all(isinstance(p, Counter) and p.state == "live" for p in parts(element))
        after = join(ends if certain else [*none, *ends])
        self._cover_range(after, Seq((element, *counted.values())), waits, self.place(stmt.at))
        return self.exec_block(stmt.orelse, [after]) + broken

    def _counted_along(self, stmt: r.For, iterable: Value, element: Value, st: State) -> tuple[Value, dict[str, Value]]:
        """What a loop yields, and the variables that it counts its rounds with: by hand, as ``enumerate`` does."""
        found: dict[str, Value] = {}
        steps = steps_of(stmt) if not self.building else []
        index = index_of(iterable, element) if steps and not goes_on(stmt) else None
        for step in steps:
            number = numbers_along(st.env.get(step.name, NONE), step, self.ev(step.by, st), index)
            found.update({step.name: number} if number is not None else {})
        st.env.update(found)
        return numbered(element, index) if found and index is not None else element, found

    def _unrolled(self, stmt: r.For, iterable: Seq, st: State) -> list[State]:
        states = [st]
        exits: list[State] = []
        for item in iterable.items:
            ends: list[State] = []
            for state in states:
                done, broken = self._run_body(stmt.body, state, [(stmt.target, item)])
                ends += done
                exits += broken
            states = self.merge(ends)
        return self.exec_block(stmt.orelse, states) + exits

    def _cover_range(self, after: State, element: Value, waits: frozenset[Wait], place: Place) -> None:
        """Waits that every round makes for its own layer cover the whole range once the loop is over."""
        numbers = [n for p in parts(element) if (n := as_num(p)) is not None]
        loop_syms = [s for n in numbers for s, _ in n.terms if s.op in {"range", "each"}]
        own = [(wait, sym) for wait in waits for sym in loop_syms if mentions(wait.index, sym)]
        of_rounds = frozenset(wait for wait, _ in own)
        after.conditional = frozenset(one for one in after.conditional if one.wait not in of_rounds)
        for wait, sym in own:
            after.wait(msgspec.structs.replace(wait, index=last_of_range(wait.index, sym), place=place))

    def ex_Import(self, stmt: r.Import, st: State) -> list[State]:
        path = self.frame.info.path
        for binding in stmt.bindings:
            found = self.program.follow(binding, path)
            value = self.target_value(found if found is not None else binding, path, binding.bound)
            st.env[binding.bound] = value
        return [st]

    def ex_Function(self, stmt: r.Function, st: State) -> list[State]:
        st.env[stmt.name] = self.make_closure(stmt, st, stmt.at)
        return [st]

    def ex_ClassDef(self, stmt: r.ClassDef, st: State) -> list[State]:
        st.env[stmt.name] = Sym("localclass", (self.frame.info.key, stmt.name))
        return [st]


def _excuse(no: State, before: frozenset[Wait], ends: list[State]) -> None:
    """Where layers are chosen from a collection, an empty one has none to wait for: no way without a wait."""
    waits = gained(before, ends)
    if not waits:
        return
    empty = [value for value, holds in no.conds.items() if holds is False and isinstance(value, Sym)]
    for wait in waits:
        if any(_chosen_from(wait.index, value) for value in empty):
            no.wait(wait)


def _chosen_from(index: object, collection: Sym) -> bool:
    """Whether an index is an element of a collection, or counts from one."""
    if isinstance(index, Num):
        return any(_chosen_from(sym, collection) for sym, _ in index.terms)
    return isinstance(index, Sym) and index.op in _CHOICES and collection in index.args


def _rebinds(before: State, after: State, counted: Collection[str] = ()) -> bool:
    """Whether a round of a loop changed a variable that the next round may use, but for those that it counts with."""
    changed = (name for name, value in before.env.items() if after.env.get(name) != value)
    return any(name not in counted for name in changed) or before.attrs != after.attrs


def _runs(iterable: Value) -> bool:
    """Whether a loop over it certainly runs: a range with a known end above its start."""
    element = iterable.element if isinstance(iterable, ListOf) else None
    if not isinstance(element, Sym) or element.op != "range" or len(element.args) not in {1, 2}:
        return False
    bounds = [a.value if isinstance(a, Lit) else None for a in element.args]
    low, high = (0, bounds[0]) if len(bounds) == 1 else bounds
    return isinstance(low, int) and isinstance(high, int) and high > low
