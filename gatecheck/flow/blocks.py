"""Blocks that something surrounds: another stream, a context manager, what happens in any case.

Whoever leaves such a block early, by ``return``, ``break`` or ``continue``, leaves what surrounds it too: the stream
changes back, and what stands under ``finally`` runs, before anything else sees the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.assign import Assign
from gatecheck.flow.base import Return
from gatecheck.flow.state import State, join
from gatecheck.flow.values import StreamCtx, Sym, Value

if TYPE_CHECKING:
    from collections.abc import Callable


class Early(msgspec.Struct):
    """The ways out of a block before its end."""

    returns: list[Return]
    breaks: list[State]
    continues: list[State]

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
        ends, early = self.apart(lambda: self._guarded(stmt, st))

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

    def _guarded(self, stmt: r.Try, st: State) -> list[State]:
        """The body of a ``try`` with its handlers."""
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
        return self.exec_block(stmt.orelse, ends) + caught

    def ex_With(self, stmt: r.With, st: State) -> list[State]:
        return self._with(stmt, 0, st)

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """Enter the context managers one after the other, then run the body."""
        if position == len(stmt.items):
            return self.exec_block(stmt.body, [st])
        item = stmt.items[position]
        value = self.ev(item.value, st)
        value = self.as_stream(value) or value
        outer = st.stream
        if isinstance(value, StreamCtx):
            st.stream = value.stream
            return self._back_on(outer, lambda: self._with(stmt, position + 1, st))
        if isinstance(value, Sym) and value.op == "context":
            return self._back_on(outer, lambda: self._managed_block(stmt, position, value, st))
        if item.target is not None:
            self.bind_target(item.target, value, st)
        return self._with(stmt, position + 1, st)

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


def _thrown(before: State, end: State) -> State:
    """What a handler may rely on: nothing that the body waited for, anything it assigned."""
    joined = join([before, end.copy()])
    joined.must = before.must
    return joined
