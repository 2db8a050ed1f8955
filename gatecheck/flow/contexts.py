"""Context managers that are written as generators: what stands around their ``yield`` runs around a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import last_name
from gatecheck.flow.base import Arguments, Frame, Hop, deepen
from gatecheck.flow.binding import Binding
from gatecheck.flow.state import State, join
from gatecheck.flow.values import External, Func, Instance, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.base import Again, Read
    from gatecheck.program.link import FunctionInfo


# What makes a context manager of a generator function. Source: Python's contextlib.
MANAGER_MAKERS = frozenset({"contextmanager", "asynccontextmanager"})


class Contexts(Binding):
    """Runs context manager functions."""

    def is_managing(self, info: FunctionInfo, func: Func) -> bool:
        """Whether a decorator makes a generator function a context manager, by whatever name it goes here."""
        seen = self.closures[func.closure] if func.closure >= 0 else {}
        return any(self._makes_manager(each, info.path, seen) for each in info.record.decorators)

    def _makes_manager(self, decorator: r.Expr, path: str, seen: dict[str, Value]) -> bool:
        if last_name(decorator) in MANAGER_MAKERS:
            return True
        value: Value | None = None
        if isinstance(decorator, r.Name):
            value = seen.get(decorator.id) or self.global_value(path, decorator.id)
        elif isinstance(decorator, r.Attr) and isinstance(decorator.value, r.Name):
            value = self.module_attr(self.global_value(path, decorator.value.id), decorator.name)
        return isinstance(value, External) and value.name.rsplit(".", 1)[-1] in MANAGER_MAKERS

    def function(self, key: str) -> FunctionInfo:
        """A function of the program, nested ones included."""
        return self.program.functions[key]

    def hop_into(self, func: Func, at: int) -> Hop:
        """The step of a way that enters a function from a place here."""
        receiver = func.receiver.oid if isinstance(func.receiver, Instance) else -1
        return Hop(self.place(at), func.key, receiver)

    def run_context(
        self, func: Func, args: Arguments, st: State, inside: Callable[[State, Value], State | None]
    ) -> State | None:
        """Run a context manager function, with ``inside`` in place of its ``yield``."""
        info = self.function(func.key)
        hop = self.hop_into(func, -1)
        outer = self.reads
        own: list[Read | Again] = []
        frame = Frame(info, func.receiver, self.closures[func.closure] if func.closure >= 0 else None)

        def block(state: State, yielded: Value) -> State | None:
            """The block is the caller's: its reads are, and what it gets has come through the function."""
            _hand_over(own, outer, hop)
            self.reads = outer
            try:
                return inside(state, deepen(yielded, hop, self.handing))
            finally:
                self.reads = own

        frame.on_yield = block
        st.env = self.bind(info, func, args)
        depth = len(self.frames)
        self.frames.append(frame)
        self.reads = own
        try:
            ends = self.exec_block(info.record.body, [st])
        finally:
            del self.frames[depth:]
            _hand_over(own, outer, hop)
            self.reads = outer
        exits = [s for s in [*(one.state for one in frame.returns), *ends] if not s.ended]
        return join(exits) if exits else None


def _hand_over(own: list[Read | Again], outer: list[Read | Again], hop: Hop) -> None:
    """Reads of a function, as its caller sees them."""
    outer += [msgspec.structs.replace(read, chain=(hop, *read.chain)) for read in own]
    own.clear()
