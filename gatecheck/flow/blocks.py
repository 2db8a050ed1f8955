"""Blocks that something surrounds: another stream, a context manager, what happens in any case.

Whoever leaves such a block early, by ``return``, ``break`` or ``continue``, leaves what surrounds it too: the stream
changes back, and what stands under ``finally`` runs, before anything else sees the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, is_name, walk
from gatecheck.flow.assign import Assign
from gatecheck.flow.base import Arguments, Return
from gatecheck.flow.operators import is_of_counter
from gatecheck.flow.recalled import is_left_under, was_left
from gatecheck.flow.state import State, join
from gatecheck.flow.values import NONE, Func, Instance, Row, StreamCtx, Sym, Table, Value, options

if TYPE_CHECKING:
    from collections.abc import Callable


_EVERY_ERROR = ("Exception", "BaseException")


class Early(msgspec.Struct):
    """The ways out of a block before its end."""

    returns: list[Return]
    breaks: list[State]
    continues: list[State]

    def add(self, other: Early) -> None:
        """Take in the ways out of another block."""
        self.returns += other.returns
        self.breaks += other.breaks
        self.continues += other.continues

    def states(self) -> list[State]:
        """The states of all of them."""
        return [*(one.state for one in self.returns), *self.breaks, *self.continues]


class Blocks(Assign):
    """Execution of ``with`` and ``try``."""

    def leave_return(self, value: Value, st: State, at: int) -> None:
        """A value that the entry itself returns leaves the pool."""
        raise NotImplementedError

    def leave_returns(self) -> None:
        """The running function is left: what it returns leaves as the surroundings of each ``return`` left it."""
        for one in self.frame.returns:
            if one.at is not None:
                self.leave_return(one.value, one.state, one.at)

    def apart(self, run: Callable[[], list[State]]) -> tuple[list[State], Early]:
        """Run something; the states at its end, and the ways out that it took before."""
        frame = self.frame
        returns, breaks, continues = frame.returns, frame.breaks, frame.continues
        frame.returns, frame.breaks, frame.continues = [], [[]], [[]]
        try:
            ends = run()
            return ends, Early(frame.returns, frame.breaks[0], frame.continues[0])
        finally:
            frame.returns, frame.breaks, frame.continues = returns, breaks, continues

    def resume(self, early: Early) -> None:
        """Go on along the ways that left a block, to whatever surrounds it."""
        frame = self.frame
        frame.returns += early.returns
        for stack, states in ((frame.breaks, early.breaks), (frame.continues, early.continues)):
            if stack:
                stack[-1] += states

    def ex_Try(self, stmt: r.Try, st: State) -> list[State]:
        if not stmt.final:
            return self._guarded(stmt, st)
        before = [] if self.building or _catches_all(stmt.handlers) else self._where_it_may_fail(stmt.body, st.copy())
        ends, early = self.apart(lambda: self._guarded(stmt, st))
        for one in before:
            self.exec_block(stmt.final, [_thrown(one, join([one, *ends, *early.states()]))])

        def finish(one: State) -> list[State]:
            return self.exec_block(stmt.final, [one])

        self.resume(
            Early(
                [Return(one.value, after, one.at) for one in early.returns for after in finish(one.state)],
                [after for one in early.breaks for after in finish(one)],
                [after for one in early.continues for after in finish(one)],
            )
        )
        return self.exec_block(stmt.final, self.merge(ends))

    def _where_it_may_fail(self, body: tuple[r.Stmt, ...], st: State) -> list[State]:
        """The states behind the waits that a block begins with: an error may come from whatever follows them."""
        waits = next((n for n, one in enumerate(body) if not self._only_waits(one)), len(body))
        return self.exec_block(body[:waits], [st]) if waits < len(body) else []

    def _only_waits(self, stmt: r.Stmt) -> bool:
        """Whether a statement only waits, perhaps if there is a counter, or prepares that without a call."""
        if isinstance(stmt, r.If):
            asks = not any(isinstance(node, r.Call) for node in walk(stmt.test))
            return asks and all(map(self._only_waits, (*stmt.body, *stmt.orelse)))
        calls = [node for node in walk(stmt) if isinstance(node, r.Call)]
        return isinstance(stmt, (r.Assign, r.ExprStmt)) and all(self.waits_by_name(called_name(one)) for one in calls)

    def waits_by_name(self, called: str) -> bool:
        """Whether what is called by this name waits, as far as texts show."""
        raise NotImplementedError

    def _guarded(self, stmt: r.Try, st: State) -> list[State]:
        """The body of a ``try`` with its handlers."""
        before = st.copy()
        ends = self.exec_block(stmt.body, [st])
        caught: list[State] = []
        handlers = () if self._finds_what_was_left(stmt.body, before) else stmt.handlers
        for handler in handlers:
            inner = before.copy()
            if _is_attribute_error(handler.type) and _only_takes_a_wait(stmt.body, ends):
                continue
            for end in ends:
                inner = end.copy() if self._misses_counter(stmt.body, handler.type) else _thrown(inner, end)
            if handler.name is not None:
                inner.env[handler.name] = Sym("exception", (handler.name,))
            caught += self.exec_block(handler.body, [inner])
        return self.exec_block(stmt.orelse, ends) + caught

    def _finds_what_was_left(self, body: tuple[r.Stmt, ...], st: State) -> bool:
        """Whether a block only looks up what an earlier call has left."""
        left = {name for (_, name), value in st.attrs.items() if was_left(value)}
        nodes = walk(body[0]) if left and len(body) == 1 else ()
        return any(self._is_found(node, left, st.copy()) for node in nodes)

    def _is_found(self, node: object, left: set[str], st: State) -> bool:
        if isinstance(node, r.Sub) and isinstance(node.value, r.Attr) and node.value.name in left:
            return is_left_under(self.ev(node.value, st), self.ev(node.index, st))
        return isinstance(node, r.Attr) and node.name in left and isinstance(self.ev(node, st), (Row, Table))

    def _misses_counter(self, body: tuple[r.Stmt, ...], error: r.Expr | None) -> bool:
        """Whether a block only waits, and fails so where there is no counter: a test for one, part of a gate."""
        only = body[0] if len(body) == 1 else None
        waits = isinstance(only, r.ExprStmt) and self._is_wait(only.value)
        return waits and _is_attribute_error(error)

    def _is_wait(self, expr: r.Expr) -> bool:
        func = expr.func if isinstance(expr, r.Call) else None
        return isinstance(func, r.Attr) and func.name in self.protocol.wait_methods

    def ex_With(self, stmt: r.With, st: State) -> list[State]:
        return self._with(stmt, 0, st)

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """Enter the context managers one after the other, then run the body."""
        if position == len(stmt.items):
            return self.exec_block(stmt.body, [st])
        value = self.ev(stmt.items[position].value, st)
        return [end for one in options(value) for end in self._with_one(stmt, position, one, st.copy())]

    def _with_one(self, stmt: r.With, position: int, value: Value, st: State) -> list[State]:
        """Enter one context manager, and what follows it."""
        item = stmt.items[position]
        value = self.as_stream(value) or value
        outer = st.stream
        if isinstance(value, StreamCtx):
            st.stream = value.stream
            return self._back_on(outer, lambda: self._with(stmt, position + 1, st))
        if isinstance(value, Sym) and value.op == "context":
            return self._back_on(outer, lambda: self._managed_block(stmt, position, value, st))
        if isinstance(value, Instance) and self.program.method(self.heap[value.oid].cls, "__enter__") is not None:
            return self._entered_block(stmt, position, value, st)
        if item.target is not None:
            self.bind_target(item.target, value, st)
        before = st.copy()
        ends = self._back_on(outer, lambda: self._with(stmt, position + 1, st))
        if isinstance(value, Sym) and value.op == "call" and "suppress" in repr(value.args[0]):
            # The block may have been left at any point.
            error = item.value.args[0].value if isinstance(item.value, r.Call) and item.value.args else None
            if self._misses_counter(stmt.body, error):
                return ends
            ends = [*ends, *(_thrown(before.copy(), end) for end in ends)]
        return ends

    def entered(self, value: Value, st: State, at: int) -> Value:
        """Enter a context manager that a stack will leave."""
        context = self.as_stream(value) or value
        if isinstance(context, StreamCtx):
            st.stream = context.stream
        elif isinstance(context, Instance):
            return self.call_method(context, "__enter__", (), st, at)
        elif isinstance(context, Sym) and context.op == "context":
            func, args = context.args
            outer, result = st.env, st.copy()
            after = self.run_context(func, args, result, lambda state, _value: state)  # type: ignore[arg-type]
            if after is not None:
                after.env = outer
                st.become(after)
        return self.unknown("entered", at)

    def _entered_block(self, stmt: r.With, position: int, value: Instance, st: State) -> list[State]:
        """A context manager that is an object: ``__enter__`` runs before the block, ``__exit__`` behind it."""
        item = stmt.items[position]
        entered = self.call_method(value, "__enter__", (), st, stmt.at)
        if item.target is not None:
            self.bind_target(item.target, entered, st)
        if st.ended:
            return []
        ends, early = self.apart(lambda: self._with(stmt, position + 1, st))
        for one in (*ends, *early.states()):
            self.call_method(value, "__exit__", (NONE, NONE, NONE), one, stmt.at)
        self.resume(early)
        return [end for end in ends if not end.ended]

    def call_method(self, value: Instance, name: str, args: tuple[Value, ...], st: State, at: int) -> Value:
        """Call a method of an object of the program; an unknown value where its class has none."""
        method = self.program.method(self.heap[value.oid].cls, name)
        if method is None:
            return self.unknown("call", at)
        return self.call_function(Func(method.key, value), Arguments(args), st, at)

    def _back_on(self, stream: Value, run: Callable[[], list[State]]) -> list[State]:
        """Run a block; whoever comes out of it, at its end or before, is back on a stream."""
        ends, early = self.apart(run)
        for one in (*ends, *early.states()):
            one.stream = stream
        self.resume(early)
        return ends

    def as_stream(self, value: Value) -> StreamCtx | None:
        """A stream object used as a context manager makes itself current."""
        raise NotImplementedError

    def _managed_block(self, stmt: r.With, position: int, value: Sym, st: State) -> list[State]:
        """A context manager written as a generator runs around the rest of the block."""
        func, args = value.args
        caller = self.frame
        item = stmt.items[position]
        depth = len(self.frames)
        entry = st.copy()
        early = Early([], [], [])

        def inside(state: State, yielded: Value) -> State | None:
            held = self.frames[depth:]
            del self.frames[depth:]
            own_env, state.env = state.env, caller_env[0]
            if item.target is not None:
                self.bind_target(item.target, yielded, state)
            ends, left = self.apart(lambda: self._with(stmt, position + 1, state.copy()))
            early.add(left)
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
        for one in early.states():
            self._leave_managed(value, entry.copy(), one)
        self.resume(early)
        if after is None:
            return []
        after.env = caller_env[0]
        return [after]

    def _leave_managed(self, value: Sym, entry: State, left: State) -> None:
        """Leave a block early: its context manager goes on behind the ``yield`` with what holds there."""
        func, args = value.args
        env = left.env

        def resumed(state: State, _yielded: Value) -> State:
            again = left.copy()
            again.env = state.env
            return again

        after = self.run_context(func, args, entry, resumed)  # type: ignore[arg-type]
        if after is not None:
            after.env = env
            left.become(after)


def _thrown(before: State, end: State) -> State:
    """What a handler may rely on: nothing that the body waited for, anything it assigned."""
    joined = join([before, end.copy()])
    joined.must = before.must
    return joined


def _catches_all(handlers: tuple[r.Handler, ...]) -> bool:
    """Whether no error gets past these handlers, but what they raise themselves."""
    return any(h.type is None or any(is_name(h.type, name) for name in _EVERY_ERROR) for h in handlers)


def _is_attribute_error(error: r.Expr | None) -> bool:
    return error is not None and is_name(error, "AttributeError")


def _only_takes_a_wait(body: tuple[r.Stmt, ...], ends: list[State]) -> bool:
    """Whether a block only takes the wait of a counter that is there: where that fails, nothing loads."""
    only = body[0] if len(body) == 1 else None
    if not isinstance(only, r.Assign) or not isinstance(only.value, r.Attr):
        return False
    names = [target.id for target in only.targets if isinstance(target, r.Name)]
    return bool(names) and all(is_of_counter(end.env.get(name, NONE)) for end in ends for name in names)
