"""Context managers that are written as generators: what stands around their ``yield`` runs around a block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.base import Arguments, Frame, Hop, deepen
from gatecheck.flow.binding import Binding
from gatecheck.flow.state import State, join
from gatecheck.flow.values import Func, Instance, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.base import Again, Read
    from gatecheck.program.link import FunctionInfo


class Contexts(Binding):
    """Runs context manager functions."""

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
