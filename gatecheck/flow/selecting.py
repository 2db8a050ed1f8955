"""Callers that select the consumer for the worker whose entry they run, so that the entry itself need not."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gatecheck.facts.visit import attrs_of, called_of, may_call
from gatecheck.flow.entering import WorkerEntry
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.entering import Entering
    from gatecheck.flow.forwards import Event
    from gatecheck.program.link import FunctionInfo

_DEPTH = 3
_MAX_CALLERS = 20


class Selecting:
    """Answers for one program; ``arming`` has the methods of each class that may select a consumer."""

    def __init__(self, walker: Entering, arming: Mapping[str, AbstractSet[str]], quiet_words: tuple[str, ...]) -> None:
        self._walker = walker
        self._program = walker.program
        self._arming = arming
        self._quiet_words = quiet_words
        self._known: dict[str, bool] = {}

    def by_all_callers(self, info: FunctionInfo) -> bool:
        """Whether an entry of a worker is called, and only where a consumer has been selected on the same worker."""
        if info.key not in self._known:
            likely = self._speaks_of_it(info, (info.key,))
            self._known[info.key] = likely and self._on_every_way(info, self._entry(info), (info.key,))
            self._walker.between = frozenset()
        return self._known[info.key]

    def _speaks_of_it(self, target: FunctionInfo, way: tuple[str, ...]) -> bool:
        """Whether somebody on a way to the entry calls what may select, as far as texts show."""
        callers = self._callers(target, way)
        arms = self._walker.protocol.arm_methods
        return any(called_of(i.record, self._selectors) or attrs_of(i.record, arms) for i in callers) or (
            len(way) <= _DEPTH and any(self._speaks_of_it(info, (*way, info.key)) for info in callers)
        )

    @cached_property
    def _selectors(self) -> frozenset[str]:
        """The functions that may select, at once or through another, and that run nothing themselves, by name."""
        runs = frozenset(name for _, name in self._walker.run_calls)
        found = frozenset(self._walker.protocol.arm_methods)
        for _ in range(_DEPTH):
            near = (info for info in self._program.having(found) if may_call(info.record, found))
            found |= {info.record.name for info in near if not may_call(info.record, runs)}
        return found

    def _entry(self, info: FunctionInfo) -> WorkerEntry:
        owner = info.owner or ""
        kin = {*self._program.classes[owner].mro, *self._program.heirs.get(owner, ())}
        selecting = {
            name
            for key in sorted(kin & self._arming.keys())
            for name in sorted(self._arming[key] & self._selectors)
            if self._walker.selects(self._program.classes[key].methods[name], key)
        }
        return WorkerEntry(info.record.name, frozenset(kin), frozenset(selecting))

    def _on_every_way(self, target: FunctionInfo, entry: WorkerEntry, way: tuple[str, ...]) -> bool:
        """Whether all callers of a function that leads to the entry have selected, or those who call them."""
        found = False
        for info in self._callers(target, way):
            events = self._events(info, target, entry, way)
            if events is None or (not events and not called_of(info.record, {target.record.name})):
                return False
            selected = not any(e.open for e in events)
            if not selected and not (len(way) <= _DEPTH and self._on_every_way(info, entry, (*way, info.key))):
                return False
            found = found or bool(events)
        return found

    def _callers(self, target: FunctionInfo, way: tuple[str, ...]) -> list[FunctionInfo]:
        """Who calls a function, or takes it to be called, for batches of users; nobody where it is too many."""
        name = frozenset({target.record.name})
        found = [
            info
            for info in self._program.having(name)
            if info.outer is None
            and info.key not in way
            and (called_of(info.record, name) or attrs_of(info.record, name))
            and not is_quiet(f"{info.path}/{info.symbol}", self._quiet_words)
        ]
        return found if len(found) <= _MAX_CALLERS else []

    def _events(
        self, info: FunctionInfo, target: FunctionInfo, entry: WorkerEntry, way: tuple[str, ...]
    ) -> list[Event] | None:
        """The runs of the entry by way of a function, as a caller of it reaches them."""
        mixed_in = target.owner is not None and info.owner is not None and self._program.is_a(target.owner, info.owner)
        self._walker.between = frozenset(way[1:])
        events = self._walker.watch_caller(info, target.owner if mixed_in and len(way) > 1 else info.owner, entry)
        return events if events is None or len(way) == 1 else [e for e in events if target.key in e.entered]
