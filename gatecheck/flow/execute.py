"""Statements: which paths there are, and what holds on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.base import Read
from gatecheck.flow.evaluate import Evaluate, arithmetic, is_scalar
from gatecheck.flow.state import State, Wait, join, meet
from gatecheck.flow.values import (
    ALL_LAYERS,
    NONE,
    Data,
    Fresh,
    Func,
    Instance,
    ListOf,
    Row,
    Seq,
    StreamCtx,
    Sym,
    Table,
    Union_,
    Value,
    mentions,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gatecheck.flow.base import Place

_UNROLL = 6


class Execute(Evaluate):
    """Statement execution."""

    def exec_block(self, body: tuple[r.Stmt, ...], states: list[State]) -> list[State]:
        """Run statements; the states in which control reaches their end."""
        for statement in body:
            if not states:
                return []
            handler = getattr(self, "ex_" + type(statement).__name__)
            self.frame.at = getattr(statement, "at", self.frame.at)
            after: list[State] = []
            for st in states:
                after += handler(statement, st)
            states = self.merge(after)
        return states

    def ex_Assign(self, stmt: r.Assign, st: State) -> list[State]:
        if stmt.value is None:
            return [st]
        value = self.ev(stmt.value, st)
        if st.ended:
            return []
        for target in stmt.targets:
            self.bind_target(target, value, st)
        return [st]

    def bind_target(self, target: r.Expr, value: Value, st: State) -> None:
        """Assign to a name, an attribute, an element or several of them."""
        if isinstance(target, r.Name):
            st.env[target.id] = value
        elif isinstance(target, r.Attr):
            owner = self.ev(target.value, st)
            self.keep(value, owner, target, st)
            self.store_attr(owner, target.name, value, st, target.at)
        elif isinstance(target, r.Sub):
            self._store_item(target, value, st)
        elif isinstance(target, r.Star):
            self.bind_target(target.value, ListOf(value), st)
        elif isinstance(target, r.Seq):
            self._unpack(target, value, st)

    def keep(self, value: Value, owner: Value, target: r.Attr, st: State) -> None:
        """A layer's address that is stored in an object leaves the walk's sight with it."""
        raise NotImplementedError

    def _unpack(self, target: r.Seq, value: Value, st: State) -> None:
        count = len(target.items)
        if isinstance(value, Union_):
            usable = [o for o in value.options if o != NONE]
            value = usable[0] if len(usable) == 1 else value
        for position, item in enumerate(target.items):
            self.bind_target(item, self._component(value, position, count, st), st)

    def _component(self, value: Value, position: int, count: int, st: State) -> Value:
        if isinstance(value, Union_):
            return union(*(self._component(o, position, count, st) for o in value.options if o != NONE))
        if isinstance(value, Seq) and len(value.items) == count:
            return value.items[position]
        if isinstance(value, Instance):
            return self._subscript_instance(value, _index(position), st, -1)
        if isinstance(value, (Row, Table)):
            return self.subscript(value, _index(position), st, -1)
        if isinstance(value, (ListOf, Seq)):
            return union(*parts(value)) if not isinstance(value, ListOf) else value.element
        return Sym("item", (value, _index(position)))

    def _store_item(self, target: r.Sub, value: Value, st: State) -> None:
        """``x[i] = value``: into a buffer a store, into a container a new element."""
        base = self.ev(target.value, st)
        self.ev(target.index, st)
        buffers = [p for p in options(base) if isinstance(p, (Row, Table))]
        if buffers:
            for buffer in buffers:
                self.stored(buffer, st, target.at)
            self.consume(self.moved(value, buffers, st, target.at), st, target.at)
        else:
            if isinstance(base, Sym):
                self.stored(base, st, target.at)
                self.consume_data(value, st, target.at)
            self.grow(target.value, base, value, st)

    def moved(self, value: Value, buffers: Sequence[Value], st: State, at: int) -> Value:
        """Data that goes back into the buffer that it came from is a move."""
        if isinstance(value, Union_):
            return union(*(self.moved(o, buffers, st, at) for o in value.options))
        targets = {(b.oid, b.attr) for b in buffers if isinstance(b, (Row, Table))}
        if isinstance(value, Row) and (value.oid, value.attr) in targets:
            return Data((self.reading(value, st, at, "move"),))
        if not isinstance(value, Data):
            return value
        return Data(
            tuple(
                msgspec.structs.replace(read, kind="move")
                if isinstance(read, Read) and (read.oid, read.attr) in targets and read.kind in {"consume", "doubtful"}
                else read
                for read in value.reads
            )
        )

    def consume_data(self, value: Value, st: State, at: int) -> None:
        """Data that is put somewhere out of sight is used."""
        for part in parts(value):
            if isinstance(part, Data) and any(
                isinstance(x, Read) and x.kind not in {"doubtful", "handed"} for x in part.reads
            ):
                self.consume(part, st, at)

    def stored(self, target: Value, st: State, at: int) -> None:
        """Something was written into here; building the host side listens to it."""

    def grow(self, container: r.Expr, base: Value, element: Value, st: State) -> None:
        """Add a possible element to a container held by a name or an attribute."""
        if isinstance(container, r.Attr):
            base = self.raw(container, base, st)
        grown = with_element(base, element)
        if grown is None:
            return
        if isinstance(container, r.Name):
            st.env[container.id] = grown
        elif isinstance(container, r.Attr):
            self.store_attr(self.ev(container.value, st), container.name, grown, st, container.at)

    def raw(self, target: r.Attr, loaded: Value, st: State) -> Value:
        """What an attribute holds, container and all, rather than what a reader makes of it."""
        for owner in options(self.ev(target.value, st)):
            if isinstance(owner, Instance):
                stored = st.attrs.get((owner.oid, target.name), self.heap[owner.oid].attrs.get(target.name))
                if stored is not None:
                    return stored
        return loaded

    def ex_AugAssign(self, stmt: r.AugAssign, st: State) -> list[State]:
        value = self.ev(stmt.value, st)
        self.consume(value, st, stmt.at) if not isinstance(stmt.target, r.Name) else None
        if isinstance(stmt.target, r.Sub):
            base = self.ev(stmt.target.value, st)
            self.ev(stmt.target.index, st)
            for part in options(base):
                self.stored(part, st, stmt.at)
            return [st]
        old = self.ev(stmt.target, st)
        if isinstance(stmt.target, r.Name) and stmt.op == "Add" and isinstance(old, (Seq, ListOf)):
            self.grow(stmt.target, old, self.elements(value, st, stmt.at), st)
            return [st]
        op = {"Add": "+", "Subtract": "-", "Multiply": "*"}.get(stmt.op, stmt.op)
        if not any(isinstance(p, (Row, Table)) for p in parts(old)):
            self.bind_target(stmt.target, arithmetic(op, old, value), st)
        return [st]

    def ex_ExprStmt(self, stmt: r.ExprStmt, st: State) -> list[State]:
        if isinstance(stmt.value, r.Call):
            self.ev_call(stmt.value, st, used=False)
        else:
            self.ev(stmt.value, st)
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
            self.leave_return(value, st, stmt.at)
            self.frame.returns.append((value, st))
        return []

    def leave_return(self, value: Value, st: State, at: int) -> None:
        """A value that the entry itself returns leaves the pool."""
        raise NotImplementedError

    def ex_Raise(self, stmt: r.Raise, st: State) -> list[State]:
        if stmt.exc is not None:
            self.ev(stmt.exc, st)
        return []

    def ex_Assert(self, stmt: r.Assert, st: State) -> list[State]:
        yes, _ = self.branch(stmt.test, st)
        return [yes] if yes is not None else []

    def ex_Delete(self, stmt: r.Delete, st: State) -> list[State]:
        for target in stmt.targets:
            if isinstance(target, r.Name):
                st.env.pop(target.id, None)
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
            after += self.exec_block(stmt.body, [yes])
        if no is not None:
            after += self.exec_block(stmt.orelse, [no])
        return after

    def ex_Match(self, stmt: r.Match, st: State) -> list[State]:
        subject = self.ev(stmt.subject, st)
        after: list[State] = []
        exhausted = False
        for case in stmt.cases:
            inner = st.copy()
            for name in case.binds:
                inner.env[name] = Sym("match", (subject, name))
            after += self.exec_block(case.body, [inner])
            exhausted = exhausted or case.always
        return after if exhausted else [*after, st]

    def ex_While(self, stmt: r.While, st: State) -> list[State]:
        yes, no = self.branch(stmt.test, st)
        exits = [no] if no is not None else []
        if yes is None:
            return self.exec_block(stmt.orelse, exits)
        ends, broken = self._run_body(stmt.body, yes, [])
        if ends and any(end.env != st.env for end in ends):
            again = join([st.copy(), *(e.copy() for e in ends)])
            repeat, _ = self.branch(stmt.test, again)
            if repeat is not None:
                more, more_broken = self._run_body(stmt.body, repeat, [])
                ends, broken = ends + more, broken + more_broken
        endless = no is None and isinstance(stmt.test, r.Const)
        return self.exec_block(stmt.orelse, exits + ([] if endless else ends)) + broken

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

    def ex_For(self, stmt: r.For, st: State) -> list[State]:
        iterable = self.ev(stmt.iter, st)
        if isinstance(iterable, Seq) and len(iterable.items) <= _UNROLL:
            return self._unrolled(stmt, iterable, st)
        element = self.elements(iterable, st, stmt.at)
        before = st.copy()
        ends, broken = self._run_body(stmt.body, st, [(stmt.target, element)])
        if ends and any(_rebinds(before, end) for end in ends):
            again = join([before.copy(), *(e.copy() for e in ends)])
            more, more_broken = self._run_body(stmt.body, again, [(stmt.target, element)])
            ends, broken = ends + more, broken + more_broken
        if not ends:
            return self.exec_block(stmt.orelse, [before]) + broken
        covered = self._covered_by_loop(before, ends, element, iterable, self.place(stmt.at))
        after = join([before.copy(), *ends])
        for wait in covered:
            after.wait(wait)
        return self.exec_block(stmt.orelse, [after]) + broken

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

    def _covered_by_loop(
        self, before: State, ends: list[State], element: Value, iterable: Value, place: Place
    ) -> list[Wait]:
        """Waits that every round makes for its own layer cover the whole range once the loop is over."""
        gained = ends[0].must
        for end in ends[1:]:
            gained = meet(gained, end.must)
        loop_syms = [p for p in parts(element) if isinstance(p, Sym) and p.op in {"range", "each"}]
        covered = []
        for wait in gained - before.must:
            if any(mentions(wait.index, sym) for sym in loop_syms):
                del iterable
                covered.append(msgspec.structs.replace(wait, index=ALL_LAYERS, place=place))
                iterable = element
        return covered

    def ex_Try(self, stmt: r.Try, st: State) -> list[State]:
        before = st.copy()
        ends = self.exec_block(stmt.body, [st])
        caught: list[State] = []
        for handler in stmt.handlers:
            inner = before.copy()
            for end in ends:
                inner = _thrown(inner, end)
            if handler.name is not None:
                inner.env[handler.name] = Sym("exception", (handler.name,))
            caught += self.exec_block(handler.body, [inner])
        after = self.exec_block(stmt.orelse, ends) + caught
        return self.exec_block(stmt.final, self.merge(after)) if stmt.final else after

    def ex_With(self, stmt: r.With, st: State) -> list[State]:
        return self._with(stmt, 0, st)

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """Enter the context managers one after the other, then run the body."""
        if position == len(stmt.items):
            return self.exec_block(stmt.body, [st])
        item = stmt.items[position]
        value = self.ev(item.value, st)
        value = self.as_stream(value) or value
        if isinstance(value, StreamCtx):
            outer, st.stream = st.stream, value.stream
            ends = self._with(stmt, position + 1, st)
            for end in ends:
                end.stream = outer
            return ends
        if isinstance(value, Sym) and value.op == "context":
            return self._managed_block(stmt, position, value, st)
        if item.target is not None:
            self.bind_target(item.target, value, st)
        return self._with(stmt, position + 1, st)

    def as_stream(self, value: Value) -> StreamCtx | None:
        """A stream object used as a context manager makes itself current."""
        raise NotImplementedError

    def _managed_block(self, stmt: r.With, position: int, value: Sym, st: State) -> list[State]:
        """A context manager written as a generator runs around the rest of the block."""
        func, args = value.args
        caller = self.frame
        item = stmt.items[position]
        depth = len(self.frames)

        def inside(state: State, yielded: Value) -> State | None:
            held = self.frames[depth:]
            del self.frames[depth:]
            own_env, state.env = state.env, caller_env[0]
            if item.target is not None:
                self.bind_target(item.target, yielded, state)
            ends = self._with(stmt, position + 1, state)
            self.frames.extend(held)
            if not ends:
                return None
            end = join(ends)
            caller_env[0] = end.env
            end.env = own_env
            return end

        assert caller is self.frame
        caller_env = [st.env]
        after = self.run_context(func, args, st, inside)  # type: ignore[arg-type]
        if after is None:
            return []
        after.env = caller_env[0]
        return [after]

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


def _index(position: int) -> Value:
    from gatecheck.flow.values import lit

    return lit(position)


def with_element(base: Value, element: Value) -> Value | None:
    """A container that may hold one more kind of element; None where ``base`` is no container."""
    if isinstance(base, Union_):
        grown = [with_element(o, element) for o in base.options]
        kept = [g for g in grown if g is not None]
        return union(*kept) if kept else None
    if isinstance(base, Seq):
        items = tuple(i for i in base.items if i != element)
        return ListOf(union(*items, element)) if items else ListOf(element)
    if isinstance(base, ListOf):
        if isinstance(base.element, Sym) and base.element.op == "nothing":
            return ListOf(element, base.over)
        return ListOf(union(base.element, element), base.over)
    if isinstance(base, Sym) and base.op in {"emptyset", "call"}:
        return ListOf(element) if any(isinstance(p, (Instance, Row, Table, Fresh)) for p in parts(element)) else None
    return None


def _rebinds(before: State, after: State) -> bool:
    """Whether a round of a loop changed a variable that the next round may use."""
    return any(after.env.get(name) != value for name, value in before.env.items()) or before.attrs != after.attrs


def _thrown(before: State, end: State) -> State:
    """What a handler may rely on: nothing that the body waited for, anything it assigned."""
    joined = join([before, end.copy()])
    joined.must = before.must
    return joined


__all__ = ["Execute", "Func", "is_scalar", "with_element"]
