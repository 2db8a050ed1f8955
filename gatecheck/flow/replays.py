"""Graphs that record managed reads: which runner replays them, and for which batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, may_call, named_of, own_calls, walk_all
from gatecheck.flow.beginning import beginning
from gatecheck.flow.graphs import MAKERS, Graphs, Way
from gatecheck.flow.wrappers import Wrappers
from gatecheck.program.calling import CALL, names_of_calls
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.entering import Entering
    from gatecheck.flow.forwards import Event
    from gatecheck.program.link import ClassInfo, FunctionInfo

_CAPTURES = frozenset({"graph", "capture_begin"})
_HOLDERS = 2
_MAX_CALLERS = 40
# How far above a caller of a runner those are looked for that ask for the mode, and how many of them.
_LEVELS = 2
_FEW_CALLERS = 8


class Replay(msgspec.Struct, frozen=True):
    """A replay as the outermost method of one runner reaches it."""

    event: Event
    entry: FunctionInfo
    runner: ClassInfo


class Replays:
    """Finds the runners of a program and watches them replay."""

    def __init__(self, walker: Entering, quiet_words: tuple[str, ...]) -> None:
        self._walker = walker
        self._program = walker.program
        self._quiet = quiet_words
        self._beginning: frozenset[str] = frozenset()

    def find(self) -> list[Replay]:
        """Every replay of a graph in which managed reads are recorded."""
        self._walker.graphs = graphs = Graphs(self._program)
        found = []
        runners = self._runners()
        known = {cls.key for cls, _ in runners}
        for cls, captures in runners:
            self._walker.recorded = graphs.recorded(captures)
            self._walker.wrappers = Wrappers(self._program, graphs, captures)
            for entry in self._outermost(cls, known):
                events = self._walker.watch(entry, cls.key, "replay")
                found += [Replay(event, entry, cls) for event in self._with_modes(events, entry, cls)]
        return found

    # -- runners -----------------------------------------------------------------------------------------------------

    def _runners(self) -> list[tuple[ClassInfo, frozenset[Way]]]:
        """Classes that record managed reads and replay graphs, by themselves, a base, or a wrapper that they hold.

        Each with the ways to where it begins to capture such reads.
        """
        replaying = self._owners(frozenset({"replay"}))
        begin = beginning(self._program)
        self._beginning = frozenset(info.record.name for info in begin.values())
        capturing = self._owners(MAKERS | self._beginning)
        near = {k for k in replaying if any(c in capturing for c in self._program.classes[k].mro)}
        found: dict[str, frozenset[Way]] = {}
        self._walker.watched, self._walker.between = self._lines(near), frozenset(begin)
        for hops in range(_HOLDERS + 1):
            loud = sorted(k for k in near if not self._says(self._program.classes[k].name))
            leading = self._leading_to_capture(held=hops > 0)
            runners = {key: captures for key in loud if (captures := self._captures(key, leading, held=hops > 0))}
            found |= runners
            # Who holds the last ones is followed only where something is replayed.
            near = self._holders(near - runners.keys()) if found or hops < _HOLDERS else set()
            self._walker.watched |= self._lines(near)
        self._walker.between = frozenset()
        return [(self._program.classes[key], captures) for key, captures in found.items()]

    def _lines(self, classes: Iterable[str]) -> frozenset[str]:
        """Some classes with their bases."""
        return frozenset(base for key in classes for base in self._program.classes[key].mro)

    def _owners(self, words: frozenset[str]) -> set[str]:
        functions = [f for f in self._program.having(words) if f.outer is None and f.owner is not None]
        owners = {f.owner for f in functions if f.owner is not None and called_of(f.record, words)}
        return {heir for owner in owners for heir in self._program.heirs.get(owner, ())}

    def _holders(self, wrappers: set[str]) -> set[str]:
        """The classes that make or take one of these."""
        names = {self._program.classes[key].name for key in wrappers}
        return {
            heir
            for info in self._program.having(names)
            if info.owner is not None and (_annotated(info.record, names) or named_of(info.record, names))
            for heir in self._program.heirs.get(info.owner, ())
            if heir not in wrappers
        }

    def _captures(self, key: str, leading: frozenset[str], *, held: bool) -> frozenset[Way]:
        """The ways to where methods of a class begin to capture graphs in which they record managed reads.

        ``held`` says that wrappers capture for it.
        """
        methods = {m.record.name: m for c in self._program.classes[key].mro[::-1] for m in self._methods(c)}
        coming = [method for _, method in sorted(methods.items()) if called_of(method.record, leading)]
        init = self._program.method(key, "__init__") if held else None
        return frozenset().union(*(self._walker.captures_gates(method, key, init) for method in coming))

    def _methods(self, key: str) -> Iterable[FunctionInfo]:
        return self._program.classes[key].methods.values()

    def _leading_to_capture(self, *, held: bool) -> frozenset[str]:
        """What begins a capture, and the methods that capture on something that the walk follows.

        Whoever holds a wrapper may come to its capture by way of another method of that.
        """
        methods = [method for key in self._walker.watched for method in self._methods(key)]
        found = [m for m in methods if called_of(m.record, MAKERS)]
        names = {m.record.name for m in found} if held else set()
        found += [m for m in methods if m not in found and may_call(m.record, names) and names & own_calls(m.record)]
        return _CAPTURES.union(self._beginning, *(names_of_calls(self._program, m) for m in found))

    def _says(self, name: str) -> bool:
        return is_quiet(name, self._quiet)

    def _outermost(self, cls: ClassInfo, runners: AbstractSet[str]) -> list[FunctionInfo]:
        """The methods of a runner that none of it calls, nor an heir where they are private.

        A base that is a runner as well answers for its own; one that records nothing itself does not.
        """
        called = self._called_in(cls.mro) | {n for n in self._called_in(self._heirs(cls)) if n.startswith("_")}
        silent = {key for key in cls.mro[1:] if key in runners or self._says(self._program.classes[key].name)}
        answering = [key for key in cls.mro if key not in silent]
        methods = {m.record.name: m for key in reversed(answering) for m in self._methods(key)}
        kept = {n: m for n, m in methods.items() if self._program.method(cls.key, n) is m and n not in called}
        own = {n: m for n, m in sorted(kept.items()) if n == CALL or n[:2] != "__"}
        return [m for n, m in own.items() if not self._says(n)]

    def _called_in(self, classes: Iterable[str]) -> set[str]:
        """The methods that methods of some classes call on their own object."""
        return {name for key in classes for method in self._methods(key) for name in own_calls(method.record)}

    def _heirs(self, cls: ClassInfo) -> set[str]:
        return self._program.heirs.get(cls.key, set())

    # -- modes -------------------------------------------------------------------------------------------------------

    def _with_modes(self, events: list[Event], entry: FunctionInfo, cls: ClassInfo) -> list[Event]:
        """The events of an entry, with what its callers wait for and ask of the batch's mode."""
        if all(event.ready or event.mode == "decode" for event in events):
            return events
        above = self._by_callers(entry, cls)
        if not above:
            return events
        # Heirs that come by way of their base are runners themselves, and answer for themselves.
        heirs = self._heirs(cls)
        open_ones = [e for e in above if e.open and self._program.functions[e.entry].owner not in heirs]
        mode = "decode" if not open_ones else "extend" if any(e.mode == "extend" for e in open_ones) else "unknown"
        return [msgspec.structs.replace(e, mode=mode) if e.mode == "unknown" or mode == "decode" else e for e in events]

    def _by_callers(self, entry: FunctionInfo, cls: ClassInfo) -> list[Event]:
        """The replays by way of an entry, as callers outside the runner reach them."""
        callers = [info for info in self._callers(entry) if info.owner not in cls.mro]
        if len(callers) > _MAX_CALLERS:
            return []
        heirs = self._heirs(cls)
        found: list[Event] = []
        for info in callers:
            found += self._seen_by(info, (entry.key,), 0 if info.owner in heirs else _LEVELS)
        return found

    def _seen_by(self, info: FunctionInfo, way: tuple[str, ...], levels: int) -> list[Event]:
        """The replays by way of some functions, as a caller of the first reaches them, or the callers of that.

        Whoever calls the caller may have waited, or asked for the mode.
        """
        self._walker.between = frozenset(way)
        watched = self._walker.watch(info, info.owner, "replay")
        self._walker.between = frozenset()
        events = [event for event in watched if set(way) <= set(event.entered)]
        open_ones = [event for event in events if event.open]
        above = self._callers(info) if open_ones and levels else []
        if len(above) > _FEW_CALLERS:
            return events
        further = (info.key, *way)
        higher = [e for each in above if each.key not in further for e in self._seen_by(each, further, levels - 1)]
        return [event for event in events if not event.open] + (higher or open_ones)

    def _callers(self, info: FunctionInfo) -> list[FunctionInfo]:
        """The functions that call one, as far as its name shows."""
        names = names_of_calls(self._program, info)
        return [i for i in self._program.having(names) if i.outer is None and called_of(i.record, names)]


def _annotated(record: r.Function, names: set[str]) -> bool:
    """Whether a parameter is annotated with one of these names."""
    return any(
        isinstance(node, r.Name) and node.id in names
        for param in record.params
        if param.annotation is not None
        for node in walk_all((r.ExprStmt(param.annotation, 0),))
    )
