"""A first look at code outside the pools: cheap, and never silent where a closer look would speak.

Paths are joined, and a call is only followed where what happens in it is told nowhere else: most functions are walked
as entries of their own, and what is wrong in one of them brings its callers back for a closer look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts.deferred import can_mention
from gatecheck.facts.visit import decorator_names, may_call, named_of
from gatecheck.flow.dispatching import Dispatching
from gatecheck.flow.handing import hands_on
from gatecheck.flow.state import join
from gatecheck.flow.values import Bound, Data, Drawn, Func, Instance, Partial, Row, Table, parts

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.kept_rows import Kept
    from gatecheck.flow.state import State
    from gatecheck.flow.values import Value
    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import FunctionInfo

_SYNCHRONISING = frozenset({"synchronize", "wait_stream", "wait_event"})
_MOST_WAYS = 6


class Screening(Dispatching):
    """Walks a function outside in passing."""

    joining = False
    screening = False
    # The methods that wait, for whatever it be.
    waits: frozenset[str] = frozenset()
    _words: frozenset[str] = frozenset()
    _waiting_near: frozenset[str] = frozenset()
    _hosts: frozenset[str] = frozenset()
    _handing_on: dict[str, bool]

    def prepare_screening(self, words: AbstractSet[str], hosts: frozenset[str]) -> None:
        """Learn which functions can wait or hand an address on.

        ``words`` are the attributes that lead to a buffer, ``hosts`` the classes of the host side.
        """
        self.leading = frozenset(words)
        self.waits = self.protocol.wait_methods | self.protocol.event_waits | _SYNCHRONISING
        near = [info for info in self.program.having(self.waits) if may_call(info.record, self.waits)]
        self._waiting_near = frozenset(info.key for info in near)
        self._words = frozenset(words | {self.program.functions[key].record.name for key in self.followed})
        self._hosts = hosts
        self._handing_on = {}

    def screen(self, info: FunctionInfo) -> list[Walk] | None:
        """Walk a function with its paths joined, past what is told elsewhere; None where that is too much as well."""
        self.screening = True
        try:
            return self.join_paths(info)
        finally:
            self.screening = False

    def join_paths(self, info: FunctionInfo) -> list[Walk] | None:
        """Walk a function with its paths joined where they have waited alike; None where that is too much as well."""
        self.joining = True
        try:
            walks = self.walk_outside(info)
        finally:
            self.joining = False
        if any(walk.unfinished for walk in walks):
            return None
        return [msgspec.structs.replace(walk, joined=True) for walk in walks]

    def walk_finding(self, info: FunctionInfo, kept: Kept | None) -> list[Walk]:
        """Walk a function that finds in its object what another one has kept there; with paths joined, if it can be."""
        self.found = kept
        try:
            return self.join_paths(info) or self.walk_outside(info)
        finally:
            self.found = None

    def give_up(self, info: FunctionInfo) -> None:
        """Nothing is given up in passing: a closer look follows."""
        if not self.joining:
            super().give_up(info)

    def merge(self, states: list[State]) -> list[State]:
        """In passing, only what has been waited for keeps paths apart."""
        if not self.joining or self.building or len(states) <= 1:
            return super().merge(states)
        groups: dict[object, list[State]] = {}
        for st in states:
            groups.setdefault((st.must, st.dead, st.stream), []).append(st)
        joined = [join(group) for group in groups.values()]
        return joined if len(joined) <= _MOST_WAYS else [join(joined)]

    def matters(self, func: Func, args: Arguments) -> bool:
        """Whether a call is followed: in passing, where it can tell this function more than itself."""
        if not super().matters(func, args):
            # Whatever the arguments are made of is only looked through where nothing else speaks for the call.
            return any(self._reads_when_run(part) for arg in args.all() for part in parts(arg))
        if not self.screening or func.closure >= 0 or func.key in self.marked:
            return True
        info = self.program.functions[func.key]
        if info.owner in self.pool_classes or self._hands_on(info):
            return True
        given = [part for arg in args.all() for part in parts(arg)]
        if any(isinstance(part, (Row, Table, Data)) or self._is_handed_out(part) for part in given):
            return True
        if info.owner in self._hosts:
            return False
        handed = any(_runs_or_holds(part) or self._reads_when_run(part) for part in given)
        return handed or func.key in self._waiting_near or self._learns(info, func, args)

    def _reads_when_run(self, part: Value) -> bool:
        """Whether an argument is code near a buffer: whoever gets it may run it and hand on what it reads."""
        if not self.outside or self.building:
            return False
        if isinstance(part, (Partial, Drawn)):
            return any(map(self._reads_when_run, parts(part.func)))
        if not isinstance(part, Func):
            return False
        return part.key in self.followed or (
            part.closure >= 0 and bool(named_of(self.function(part.key).record, self._words))
        )

    def _is_handed_out(self, part: Value) -> bool:
        """Whether an argument is of a class of which functions say nothing themselves: accessors hand it out."""
        return isinstance(part, Instance) and self.heap[part.oid].cls in self.handed_out

    def _hands_on(self, info: FunctionInfo) -> bool:
        """Whether a function returns, yields or keeps what can be an address, as far as its text shows."""
        known = self._handing_on.get(info.key)
        if known is None:
            known = can_mention(info.record, self._words) and hands_on(info.record, self._words)
            self._handing_on[info.key] = known
        return known

    def _learns(self, info: FunctionInfo, func: Func, args: Arguments) -> bool:
        """Whether a function knows more of its objects here than it says itself."""
        if isinstance(func.receiver, Instance) and self.heap[func.receiver.oid].cls != info.owner:
            return True
        bound = func.receiver is not None and "staticmethod" not in decorator_names(info.record)
        params = info.record.params[1:] if bound else info.record.params
        untold = {p.name for p in params if p.annotation is None}
        named = {p.name for p in params}
        for position, value in enumerate(args.positional):
            param = params[position] if position < len(params) else None
            if _is_object(value) and (param is None or param.name in untold):
                return True
        return any(_is_object(v) and (n in untold or n not in named) for n, v in args.keywords) or (
            args.rest is not None and _is_object(args.rest)
        )


def _is_object(value: Value) -> bool:
    return any(isinstance(part, Instance) for part in parts(value))


def _runs_or_holds(part: Value) -> bool:
    """Whether an argument is code that can read here."""
    return isinstance(part, (Partial, Drawn, Bound)) or (isinstance(part, Func) and part.closure >= 0)
