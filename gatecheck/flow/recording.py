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
        """Any call; what records graphs for the runner is known by its names, and only that replays them."""
        if self.watching != "replay" or self.wrappers is None:
            return super().call_value(func, args, st, node)
        before = self.recorded
        if self._is_other(self.wrappers, func, node):
            self.recorded = frozenset()
        try:
            return super().call_value(self._by_names(self.wrappers, func, node), args, st, node)
        finally:
            self.recorded = before

    def _is_other(self, wrappers: Wrappers, func: Value, node: r.Call) -> bool:
        """Whether a method is called on an object that is of a class which records for the runner, and does not."""
        if not (isinstance(func, Func) and isinstance(func.receiver, Instance) and isinstance(node.func, r.Attr)):
            return False
        return wrappers.is_other(node.func.value, self.frame.info, self.heap[func.receiver.oid].cls)

    def _by_names(self, wrappers: Wrappers, func: Value, node: r.Call) -> Value:
        """What a call enters: where the walk knows nothing of the object, a method of what is found by its name."""
        entered = wrappers.entered(node, self.frame.info) if isinstance(func, Sym) else ()
        methods = [Func(method.key, self._one_of(cls)) for cls, method in entered]
        return union(*methods) if methods else func

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
