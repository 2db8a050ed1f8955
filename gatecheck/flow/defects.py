"""Defects that are not about one buffer: tables, forwards, graphs, and pools that nobody registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_of, own_attribute, own_calls, uses, walk_all
from gatecheck.findings import Confidence
from gatecheck.flow.base import Place
from gatecheck.flow.forwards import Event
from gatecheck.flow.past import PastWorkers
from gatecheck.flow.replays import Replays
from gatecheck.flow.runs import FORWARD, RUNNERS, Lending, armed_run
from gatecheck.flow.selecting import Selecting
from gatecheck.flow.unregistered import LoadedPool, Unregistered
from gatecheck.program.counters import Counters, IdleCounter, MadeCounter
from gatecheck.program.forgotten import AssembledPool, Forgotten
from gatecheck.program.further import FurtherOrigins
from gatecheck.program.holders import Dispatched
from gatecheck.program.link import ClassInfo, FunctionInfo
from gatecheck.program.quiet import is_quiet
from gatecheck.program.replaced import Replaced, ReplacedCounter
from gatecheck.program.siblings import Siblings, UnlikeMaker
from gatecheck.program.tables import TableLength, table_lengths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.config import Settings
    from gatecheck.flow.keeping import Keeping
    from gatecheck.program.link import Program


class DoubleWait(msgspec.Struct, frozen=True):
    """An accessor that waits for one event twice."""

    entry: str


Subject = Union[
    TableLength,
    Event,
    LoadedPool,
    AssembledPool,
    ReplacedCounter,
    MadeCounter,
    UnlikeMaker,
    IdleCounter,
    DoubleWait,
]


class Defect(msgspec.Struct, frozen=True):
    """One candidate of a rule that looks at a subject of its own, with everything that a finding needs."""

    subject: Subject
    symbol: str
    path: str
    place: Place
    trace: tuple[tuple[Place, str], ...]
    confidence: Confidence
    roots: tuple[str, ...] = ()


class Finder:
    """Finds the subjects of GC008 to GC011 in a program."""

    def __init__(self, walker: Keeping, settings: Settings) -> None:
        self.walker = walker
        self.program: Program = walker.program
        self.protocol = walker.protocol
        self.settings = settings
        self.further = FurtherOrigins(self.program)

    def run(self) -> list[Defect]:
        """All subjects, judged by nobody yet."""
        found = [*self._tables(), *self._forwards(), *self._replays(), *self._pools()]
        return [*found, *self._counters(found)]

    # -- GC011 -----------------------------------------------------------------------------------------------------

    def _tables(self) -> list[Defect]:
        found = []
        for table in table_lengths(self.program, self.protocol):
            info = self.program.functions[table.function]
            place = (info.key, table.at)
            note = f"the table gets one event for each entry of {table.what}"
            found.append(Defect(table, info.symbol, info.path, place, ((place, note),), Confidence.HIGH))
        return found

    # -- GC009 -----------------------------------------------------------------------------------------------------

    def _forwards(self) -> list[Defect]:
        arming = self._arming_methods()
        if not arming or not self.protocol.armed_attrs:
            return []
        self.walker.run_calls = self._run_calls(arming) or self._plain_runs(arming)
        methods = frozenset(method for _, method in self.walker.run_calls)
        self.walker.lending = Lending(self.program, methods, self.settings.quiet_words)
        selecting = Selecting(self.walker, arming, self.settings.quiet_words)
        found = []
        for cls in self._workers(arming):
            for entry in self._entries(cls):
                events = [
                    event
                    for event in self.walker.watch(entry, cls.key, "run")
                    if event.place[0] == entry.key or self._is_inner(event.place[0])
                ]
                if any(event.open for event in events) and selecting.by_all_callers(entry):
                    continue
                found += [self._event_defect(event, entry, cls) for event in events]
        return _first_each([*found, *self._past_workers(arming, selecting)])

    def _past_workers(self, arming: dict[str, set[str]], selecting: Selecting) -> Iterator[Defect]:
        """Entries of what wraps a worker, and runs the model of that itself."""
        kin = {heir for owner in arming for heir in self.program.heirs.get(owner, ())}
        runs = frozenset(name for _, name in self.walker.run_calls)
        entries = frozenset(
            name
            for owner, names in arming.items()
            for name in names
            if called_of(self.program.classes[owner].methods[name].record, runs)
        )
        past = PastWorkers(self.walker.origins, kin, entries, self.walker.run_calls)
        for cls, entry, places in past.wrapping(self.settings.quiet_words):
            events = [event for event in self.walker.watch(entry, cls.key, "run") if event.place in places]
            if any(event.open for event in events) and not selecting.by_all_callers(entry):
                yield from (self._event_defect(event, entry, cls) for event in events)

    def _arming_methods(self) -> dict[str, set[str]]:
        """Methods that select a consumer, by class, those that do it through a helper of the class included."""
        found: dict[str, set[str]] = {}
        for info in self.program.having(self.protocol.arm_methods):
            if info.owner is not None and called_of(info.record, self.protocol.arm_methods):
                found.setdefault(info.owner, set()).add(info.record.name)
        for info in list(self.program.functions.values()):
            if info.owner is not None:
                names = {n for key in self.program.classes[info.owner].mro for n in found.get(key, ())}
                if names and called_of(info.record, names):
                    found.setdefault(info.owner, set()).add(info.record.name)
        return found

    def _run_calls(self, arming: dict[str, set[str]]) -> frozenset[tuple[str, str]]:
        """How an armed entry runs the model: the first call on an object of its own that takes the batch further."""
        found: set[tuple[str, str]] = set()
        for owner, names in arming.items():
            for name in names:
                record = self.program.classes[owner].methods[name].record
                call = armed_run(record, self.protocol.arm_methods | names)
                if call is not None:
                    found.add(call)
        return frozenset(found)

    def _plain_runs(self, arming: dict[str, set[str]]) -> frozenset[tuple[str, str]]:
        """How a worker runs the model where no entry of it selects a consumer: by the name that torch gives it."""
        methods = (
            m
            for cls in self._workers(arming)
            for m in cls.methods.values()
            if called_of(m.record, frozenset({FORWARD}))
        )
        return frozenset(
            (name, node.func.name)
            for method in methods
            for node in walk_all(method.record.body)
            if isinstance(node, r.Call)
            and isinstance(node.func, r.Attr)
            and node.func.name == FORWARD
            and node.args
            and (name := own_attribute(node.func.value, method.record)) is not None
        )

    def _workers(self, arming: dict[str, set[str]]) -> list[ClassInfo]:
        keys = {heir for owner in arming for heir in self.program.heirs.get(owner, ())}
        # The class nearest to where an entry is defined comes last, and it is the last that speaks for the entry.
        ordered = sorted(keys, key=lambda key: (-len(self.program.classes[key].mro), key))
        return [self.program.classes[k] for k in ordered if not self._says(self.program.classes[k].name)]

    def _says(self, name: str) -> bool:
        return is_quiet(name, self.settings.quiet_words)

    def _entries(self, cls: ClassInfo) -> list[FunctionInfo]:
        """The public methods of a class that may run the model."""
        calls = frozenset(name for _, name in self.walker.run_calls)
        names = {n for key in cls.mro for n in self.program.classes[key].methods}
        methods = [
            self.program.method(cls.key, n) for n in sorted(names) if not n.startswith("_") and not self._says(n)
        ]
        variants = {f"{call}_" for call in calls}
        return [
            m
            for m in methods
            if m is not None
            and (
                attrs_of(m.record, calls)
                or called_of(m.record, RUNNERS)
                or own_calls(m.record)
                or any(word.startswith(tuple(variants)) for word in uses(m.record).called)
            )
        ]

    def _is_inner(self, key: str) -> bool:
        """Whether a function is nobody's entry: private, or nested in another."""
        info = self.program.functions[key]
        return info.outer is not None or info.record.name.startswith("_")

    def _event_defect(self, event: Event, entry: FunctionInfo, cls: ClassInfo) -> Defect:
        first = event.hops[0] if event.hops else event.place
        shown = ((event.witness, _SOMETIMES[event.kind]),) if event.witness is not None and not event.ready else ()
        trace = (*tuple((h, "on the way") for h in event.hops), *shown, (event.place, _EVENT_NOTE[event.kind]))
        confidence = Confidence.LOW if event.kind == "replay" and event.mode == "unknown" else Confidence.HIGH
        return Defect(event, entry.symbol, entry.path, first, trace, confidence, (cls.name,))

    # -- GC010 -----------------------------------------------------------------------------------------------------

    def _replays(self) -> list[Defect]:
        found = Replays(self.walker, self.settings.quiet_words).find()
        return _first_each([self._event_defect(each.event, each.entry, each.runner) for each in found])

    # -- GC008 -----------------------------------------------------------------------------------------------------

    def _pools(self) -> list[Defect]:
        if not self.protocol.registered and not self.protocol.register_methods:
            return []
        found = []
        for loaded in Unregistered(self.walker, self.settings.quiet_words).find():
            builder, pool = self.program.classes[loaded.builder], loaded.pool
            trace: tuple[tuple[Place, str], ...] = ((loaded.place, f"builds {pool}, which no registration reaches"),)
            if loaded.reader is not None:
                trace = (*trace, (loaded.reader, "reads it here"))
            found.append(Defect(loaded, builder.name, builder.path, loaded.place, trace, Confidence.HIGH, (pool,)))
        quiet = self.settings.quiet_words
        forgotten = Forgotten(Dispatched(self.program), self.protocol, quiet).find()
        replaced = Replaced(self.further, self.protocol, quiet).find()
        return [*found, *map(self._assembled_defect, forgotten), *map(self._replaced_defect, replaced)]

    def _replaced_defect(self, subject: ReplacedCounter) -> Defect:
        info = self.program.functions[subject.assembly]
        trace = (
            (subject.registered, f"registers the first counter with a {subject.pool}"),
            (subject.made, "makes another counter in its place"),
            (subject.place, f"registers that one, but not with a {subject.pool}"),
        )
        return Defect(subject, info.symbol, info.path, subject.place, trace, Confidence.HIGH, (subject.pool,))

    def _assembled_defect(self, subject: AssembledPool) -> Defect:
        info = self.program.functions[subject.assembly]
        trace = (
            (subject.built, f"builds {subject.host} for what a {subject.holder} holds"),
            (subject.place, "registers the counter, but not with that one"),
        )
        return Defect(subject, info.symbol, info.path, subject.place, trace, Confidence.HIGH, (subject.holder,))

    # -- counters, for GC008 and GC009 -------------------------------------------------------------------------------

    def _counters(self, told: list[Defect]) -> list[Defect]:
        if not self.protocol.register_methods:
            return []
        counters = Counters(self.further, self.protocol)
        untold = [each for each in counters.made() if not any(self._tells_of(defect, each) for defect in told)]
        made = [self._counter_defect(each, _what_is_left_out(each)) for each in untold]
        idle = [self._counter_defect(each, "on which nobody selects a consumer") for each in counters.idle()]
        siblings = Siblings(self.further, self.protocol, self.settings.quiet_words)
        unlike = [self._unlike_defect(each) for each in siblings.find(counters.makings)]
        return [each for each in (*made, *idle, *unlike) if not self._says(each.symbol)]

    def _unlike_defect(self, subject: UnlikeMaker) -> Defect:
        builder = self.program.classes[subject.builder]
        trace = (
            (subject.place, f"makes {subject.counter}, and registers it with no {subject.pool}"),
            (subject.registered, f"{subject.sibling}, which is given the same, does so"),
        )
        return Defect(subject, builder.name, builder.path, subject.place, trace, Confidence.MEDIUM, (subject.pool,))

    def _tells_of(self, defect: Defect, made: MadeCounter) -> bool:
        """Whether a pool that nobody registers is what the counter was made for: its builder builds the maker."""
        loaded = defect.subject
        if not (isinstance(loaded, LoadedPool) and loaded.is_forgotten):
            return False
        mro = self.program.classes[loaded.builder].mro
        makers = {self.program.classes[made.builder].name, *made.keepers}
        methods = (method for key in mro for method in self.program.classes[key].methods.values())
        return made.builder in mro or any(called_of(method.record, makers) for method in methods)

    def _counter_defect(self, subject: MadeCounter | IdleCounter, what: str) -> Defect:
        builder = self.program.classes[subject.builder]
        further = _where_it_stays(subject) if isinstance(subject, MadeCounter) else _where_it_is_kept(subject)
        trace = ((subject.place, f"makes {subject.counter}, {what}"), *further)
        is_partly = isinstance(subject, MadeCounter) and bool(subject.partly)
        sure = Confidence.MEDIUM if is_partly else Confidence.HIGH
        return Defect(subject, builder.name, builder.path, subject.place, trace, sure, subject.keepers)


def _what_is_left_out(subject: MadeCounter) -> str:
    return "which is registered for one of its pools" if subject.partly else "which no registration is given"


def _where_it_stays(subject: MadeCounter) -> Iterator[tuple[Place, str]]:
    yield from ((place, "would hand it on here, but nobody calls this") for place in subject.untaken)
    yield from ((place, "builds its maker here, and gives that to nobody") for place in subject.built)
    yield from ((place, "registers it here, if it loads that pool") for place in subject.partly)
    yield from ((place, "takes it from its maker here, and registers it with no other") for place in subject.taken)


def _where_it_is_kept(subject: IdleCounter) -> Iterator[tuple[Place, str]]:
    yield from ((place, "keeps it here") for place in subject.kept)


_EVENT_NOTE = {"run": "the model runs here", "replay": "the graph is replayed here"}
_SOMETIMES = {
    "run": "a consumer is selected here, on some ways only",
    "replay": "this wait is reached only on some ways",
}


def _first_each(found: list[Defect]) -> list[Defect]:
    """One for each subject, as the last class that it was seen on shows it."""
    return list({(d.path, d.symbol, d.place, d.subject): d for d in found}.values())
