"""How graphs are recorded by way of others: managers that begin a capture, and objects that hold graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.forwards import Forwards
from gatecheck.flow.values import Func, Instance, Sym, Value, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State
    from gatecheck.flow.wrappers import Wrappers


class Recording(Forwards):
    """Walks graph runners that record or replay by way of something else."""

    wrappers: Wrappers | None = None
    # Where the call stands that made the context which is entered.
    _managing = 0

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Any call; one of an object that nothing is known of enters whatever holds graphs and is found by its name."""
        if self.watching == "replay" and self.wrappers is not None and isinstance(func, Sym):
            held = self.wrappers.entered(node, self.frame.info)
            entered = [Func(method.key, self._one_of(cls)) for cls, method in held]
            func = union(*entered) if entered else func
        return super().call_value(func, args, st, node)

    def _one_of(self, cls: str) -> Instance:
        return Instance(self.heap.allocate(cls, self.site(), None).oid)

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """The call of a manager is a step on the way to what that captures."""
        before = self._managing
        made = stmt.items[position].value if position < len(stmt.items) else None
        self._managing = made.at if isinstance(made, r.Call) else 0
        ends = super()._with(stmt, position, st)
        self._managing = before
        return ends

    def run_context(
        self, func: Func, args: Arguments, st: State, inside: Callable[[State, Value], State | None]
    ) -> State | None:
        """Run a context manager function; the block that it runs around is its caller's."""
        outer, within = self._calls, self._way(self._managing)

        def block(state: State, yielded: Value) -> State | None:
            self._calls = outer
            try:
                return inside(state, yielded)
            finally:
                self._calls = within

        self._calls = within
        try:
            return super().run_context(func, args, st, block)
        finally:
            self._calls = outer
