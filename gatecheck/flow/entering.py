"""Who runs a worker's entry, and has it selected the consumer on that worker before?

Workers are told apart by how they are reached, not by their class: an object of one is an unknown with a path.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.flow.forwards import Event
from gatecheck.flow.inferring import OUTSIDE
from gatecheck.flow.recording import Recording
from gatecheck.flow.state import ARMED_TOKEN
from gatecheck.flow.values import ARMED, NONE, Func, Sym, Value, options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State
    from gatecheck.program.link import ClassInfo, FunctionInfo


class WorkerEntry(msgspec.Struct, frozen=True):
    """An entry by its name: the classes that have it, and their methods that certainly select a consumer."""

    method: str
    kin: frozenset[str]
    selecting: frozenset[str]


class Entering(Recording):
    """Walks the callers of workers."""

    entry: WorkerEntry | None = None
    # Functions on the way from a caller to the entry, which are followed wherever they stand.
    between: frozenset[str] = frozenset()

    def selects(self, info: FunctionInfo, cls: str) -> bool:
        """Whether a method selects a consumer on every way, and runs nothing for which one had to be selected."""
        end = self.watch_to_end(info, cls, "run")
        return end is not None and not self.events_seen and any(w.token == ARMED_TOKEN for w in end.must)

    def watch_caller(self, info: FunctionInfo, cls: str | None, entry: WorkerEntry) -> list[Event] | None:
        """Walk a function and note where it runs a worker's entry; None where the walk was not finished."""
        with self._asking_for(entry):
            events = self.watch(info, cls, "run")
        return None if self.unfinished else events

    @contextmanager
    def _asking_for(self, entry: WorkerEntry) -> Iterator[None]:
        """Runs of the model count no longer, runs of the entry do; where this gives up, nothing is left unsaid."""
        runs, self.run_calls, self.entry = self.run_calls, frozenset(), entry
        limits = set(self.limits)
        try:
            yield
        finally:
            self.run_calls, self.entry, self.limits = runs, None, limits

    # -- workers, each an unknown of its own ---------------------------------------------------------------------------

    def object_of(self, cls: ClassInfo | None) -> Value | None:
        """An object of the worker's class is known by its way alone."""
        if self.entry is not None and cls is not None and cls.key in self.entry.kin:
            return None
        return super().object_of(cls)

    def site(self) -> tuple[str, int]:
        """What objects hold is found anew for each entry that is asked for."""
        if self.entry is None:
            return super().site()
        return (OUTSIDE, -1 - self._worker_entries.setdefault(self.entry, len(self._worker_entries)))

    _worker_entries: dict[WorkerEntry, int]

    def prepare_outside(self, roots: dict[str, int], managed: frozenset[tuple[int, str]]) -> None:
        """Begin with no entry asked for."""
        super().prepare_outside(roots, managed)
        self._worker_entries = {}

    def matters(self, func: Func, args: Arguments) -> bool:
        """Whether a call is followed: on the way to the entry, too."""
        return func.key in self.between or super().matters(func, args)

    # -- what they are asked to do -------------------------------------------------------------------------------------

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Any call; one that runs the entry, or hands it to whoever will, is noted."""
        if self.entry is None or self.building:
            return super().call_value(func, args, st, node)
        asked = list(self._taken_from(func, self.entry))
        if len(asked) == 1 and asked[0][1] in self.entry.selecting:
            self.select(next(iter(args.all()), NONE), (_on(asked[0][0]),), node.at, st)
        handed = (pair for value in args.all() for pair in self._taken_from(value, self.entry))
        run = [worker for worker, name in (*asked, *handed) if name == self.entry.method]
        for worker in run:
            ready = {w for w in st.must if w.token == ARMED_TOKEN and w.index in (ARMED, _on(worker))}
            self.note("run", node.at, st, ready, st.maybe)
        return Sym("run", (self.place(node.at),)) if run else super().call_value(func, args, st, node)

    def _taken_from(self, func: Value, entry: WorkerEntry) -> Iterator[tuple[Value, str]]:
        """The objects that may be workers, each with the name of the method that is taken from it."""
        for option in options(func):
            if isinstance(option, Sym) and option.op == "default":
                yield from (pair for one in option.args for pair in self._taken_from(one, entry))  # type: ignore[arg-type]
            elif isinstance(option, Sym) and option.op == "attr":
                yield option.args  # type: ignore[misc]
            elif isinstance(option, Func) and option.receiver is not None:
                info = self.program.functions[option.key]
                if info.owner in entry.kin:
                    yield option.receiver, info.record.name

    def selected_on(self, func: r.Attr, st: State) -> Iterable[Value]:
        """A counter that is reached through a worker is that one's, any other may be everybody's."""
        if self.entry is None:
            return super().selected_on(func, st)
        holders = list(_holders(func.value))
        classes = {cls.key for one in holders for cls in self.origins.classes(one, self.frame.info)}
        return (ARMED,) if classes.isdisjoint(self.entry.kin) else [_on(self.ev(one, st)) for one in holders]


def _on(worker: Value) -> Sym:
    return Sym("armed", (worker,))


def _holders(counter: r.Expr) -> Iterator[r.Expr]:
    """The objects through which a counter is reached."""
    while isinstance(counter, r.Attr):
        counter = counter.value
        yield counter
