"""What a function finds at its next call: an address that it keeps in an attribute is found without the wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import call_words
from gatecheck.flow.base import Bail
from gatecheck.flow.entrusting import Entrusting
from gatecheck.flow.recalled import left_by
from gatecheck.flow.state import State, Wait, join

if TYPE_CHECKING:
    from gatecheck.flow.base import Again, Read
    from gatecheck.flow.values import Value
    from gatecheck.program.link import FunctionInfo


class Recalling(Entrusting):
    """Walks an entry once more, with what its first call has left."""

    # The waits that the entry which is walked comes to on every way.
    closing: frozenset[Wait] = frozenset()

    def enter(
        self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value], st: State
    ) -> tuple[tuple[Read | Again, ...], State | None]:
        """Walk one entry once, from a state on."""
        raise NotImplementedError

    def at_a_later_call(
        self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value], end: State | None
    ) -> tuple[tuple[Read | Again, ...], State | None]:
        """What an entry reads where it finds addresses of an earlier call, and the state at the end of either call.

        Where it puts others there, or a forward begins with others, it finds none of an earlier forward.
        """
        left = left_by(end) if end is not None else {}
        if end is None or not left or self._is_renewed(info, {name for _, name in left}):
            return (), end
        rounds, closing = self.rounds, self.closing
        reads, after = self._enter_again(info, receiver, env, left)
        stays = after is not None and all(after.attrs.get(key) == value for key, value in left.items())
        self.rounds, self.closing = rounds, closing & self.closing if stays else closing
        return (reads, join([end, after])) if stays and after is not None else ((), end)

    def _is_renewed(self, info: FunctionInfo, names: set[str]) -> bool:
        """Whether others put something else into one of these attributes before an entry finds what it has left."""
        by = {info.record.name, *call_words(info.record)}
        return any(self.memories.is_renewed(name, by) for name in names)

    def _enter_again(
        self, info: FunctionInfo, receiver: Value | None, env: dict[str, Value], left: dict[tuple[object, str], Value]
    ) -> tuple[tuple[Read | Again, ...], State | None]:
        st = State()
        st.conds, st.attrs = self.passed_by_callers(info, env), dict(left)
        self.frames, self.steps = self.frames[:1], 0
        try:
            return self.enter(info, receiver, env, st)
        except (Bail, RecursionError):
            return (), None
