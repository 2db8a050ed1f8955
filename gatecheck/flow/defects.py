"""Defects that are not about one buffer: tables, forwards, graphs, and pools that nobody registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.findings import Confidence
from gatecheck.flow.base import Place
from gatecheck.flow.forwards import Event, Forwards, graph_attributes
from gatecheck.program.link import ClassInfo, FunctionInfo
from gatecheck.program.tables import TableLength, table_lengths

if TYPE_CHECKING:
    from gatecheck.config import Settings
    from gatecheck.program.link import Program


class LoadedPool(msgspec.Struct, frozen=True):
    """A pool that a class builds and loads on a stream of its own."""

    builder: str
    function: str
    at: int
    attr: str
    pool: str
    registered: bool
    leaves: bool
    reader: Place | None


Subject = Union[TableLength, Event, LoadedPool]


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

    def __init__(self, walker: Forwards, settings: Settings) -> None:
        self.walker = walker
        self.program: Program = walker.program
        self.protocol = walker.protocol
        self.settings = settings

    def run(self) -> list[Defect]:
        """All subjects, judged by nobody yet."""
        return [*self._tables(), *self._forwards(), *self._replays(), *self._pools()]

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
        self.walker.run_calls = self._run_calls(arming)
        found = []
        for cls in self._workers(arming):
            for entry in self._entries(cls):
                found += [
                    self._event_defect(event, entry, cls)
                    for event in self.walker.watch(entry, cls.key, "run")
                    if event.place[0] == entry.key or self._is_private(event.place[0])
                ]
        return _first_each(found)

    def _arming_methods(self) -> dict[str, set[str]]:
        """Methods that select a consumer, by class, those that do it through a helper of the class included."""
        found: dict[str, set[str]] = {}
        for info in self.program.functions.values():
            if info.owner is not None and called_of(info.record, self.protocol.arm_methods):
                found.setdefault(info.owner, set()).add(info.record.name)
        for info in list(self.program.functions.values()):
            if info.owner is not None:
                names = {n for key in self.program.classes[info.owner].mro for n in found.get(key, ())}
                if called_of(info.record, names):
                    found.setdefault(info.owner, set()).add(info.record.name)
        return found

    def _run_calls(self, arming: dict[str, set[str]]) -> frozenset[tuple[str, str]]:
        """How an armed entry runs the model: the first call on an object of its own that takes the batch further."""
        found: set[tuple[str, str]] = set()
        for owner, names in arming.items():
            for name in names:
                record = self.program.classes[owner].methods[name].record
                call = _first_run(record, self.protocol.arm_methods | names)
                if call is not None:
                    found.add(call)
        return frozenset(found)

    def _workers(self, arming: dict[str, set[str]]) -> list[ClassInfo]:
        keys = {heir for owner in arming for heir in self.program.heirs.get(owner, ())}
        return [self.program.classes[k] for k in sorted(keys) if not self._says(self.program.classes[k].name)]

    def _says(self, name: str) -> bool:
        """Whether a name says that nothing is loading here: a draft, a capture, a warm-up."""
        lowered = name.lower()
        return any(word in lowered for word in self.settings.quiet_words)

    def _entries(self, cls: ClassInfo) -> list[FunctionInfo]:
        """The public methods of a class that may run the model."""
        calls = frozenset(name for _, name in self.walker.run_calls)
        names = {n for key in cls.mro for n in self.program.classes[key].methods}
        methods = [
            self.program.method(cls.key, n) for n in sorted(names) if not n.startswith("_") and not self._says(n)
        ]
        return [m for m in methods if m is not None and (called_of(m.record, calls) or _own_calls(m.record))]

    def _is_private(self, key: str) -> bool:
        return self.program.functions[key].record.name.startswith("_")

    def _event_defect(self, event: Event, entry: FunctionInfo, cls: ClassInfo) -> Defect:
        first = event.hops[0] if event.hops else event.place
        trace = (*tuple((h, "on the way") for h in event.hops), (event.place, _EVENT_NOTE[event.kind]))
        confidence = Confidence.LOW if event.kind == "replay" and event.mode == "unknown" else Confidence.HIGH
        return Defect(event, entry.symbol, entry.path, first, trace, confidence, (cls.name,))

    # -- GC010 -----------------------------------------------------------------------------------------------------

    def _replays(self) -> list[Defect]:
        functions = [f for f in self.program.functions.values() if f.outer is None]
        self.walker.graph_attrs = graph_attributes(functions)
        if not self.walker.graph_attrs:
            return []
        found = []
        for cls in self._runners(functions):
            for entry in self._outermost(cls):
                events = self.walker.watch(entry, cls.key, "replay")
                found += [self._event_defect(event, entry, cls) for event in events]
        return _first_each(found)

    def _runners(self, functions: list[FunctionInfo]) -> list[ClassInfo]:
        """Classes that replay a graph in which gated reads are recorded, by themselves or by a base."""
        replaying = {f.owner for f in functions if f.owner is not None and called_of(f.record, frozenset({"replay"}))}
        capturing = {f.owner for f in functions if f.owner is not None and called_of(f.record, frozenset({"graph"}))}
        heirs = {h for o in replaying for h in self.program.heirs.get(o, ())}
        chosen = [k for k in sorted(heirs) if any(c in capturing for c in self.program.classes[k].mro)]
        return [self.program.classes[k] for k in chosen if self._captures(k)]

    def _captures(self, key: str) -> bool:
        for owner in self.program.classes[key].mro:
            for method in self.program.classes[owner].methods.values():
                if called_of(method.record, frozenset({"graph"})) and self.walker.captures_gates(method, key):
                    return True
        return False

    def _outermost(self, cls: ClassInfo) -> list[FunctionInfo]:
        """The methods of a runner that no other method of it calls, and that it defines itself."""
        called: set[str] = set()
        for key in cls.mro:
            for method in self.program.classes[key].methods.values():
                called |= _own_calls(method.record)
        own = {n: m for n, m in sorted(cls.methods.items()) if n not in called and not n.startswith("__")}
        return [m for n, m in own.items() if not self._says(n)]

    # -- GC008 -----------------------------------------------------------------------------------------------------

    def _pools(self) -> list[Defect]:
        if not self.protocol.registered and not self.protocol.register_methods:
            return []
        found = []
        for info in list(self.program.functions.values()):
            if info.owner is None or info.outer is not None:
                continue
            for attr, at, pool in self._built_pools(info):
                loaded = self._loaded_pool(info, attr, at, pool)
                if loaded is not None:
                    place = (info.key, at)
                    cls = self.program.classes[info.owner]
                    trace: tuple[tuple[Place, str], ...] = (
                        (place, f"builds {pool.name}, which no registration reaches"),
                    )
                    if loaded.reader is not None:
                        trace = (*trace, (loaded.reader, "reads it here"))
                    found.append(Defect(loaded, cls.name, info.path, place, trace, Confidence.HIGH, (pool.name,)))
        return found

    def _built_pools(self, info: FunctionInfo) -> list[tuple[str, int, ClassInfo]]:
        """Pools that a method builds and keeps in an attribute of its object, in a class that loads."""
        found: list[tuple[str, int, ClassInfo]] = []
        if info.owner is None or not self._loads_itself(info.owner):
            return found
        for node in walk_all(info.record.body):
            if isinstance(node, r.Assign) and isinstance(node.value, r.Call):
                cls = self.program.class_of(info.path, node.value.func)
                attrs = [t.name for t in node.targets if isinstance(t, r.Attr) and isinstance(t.value, r.Name)]
                if cls is not None and attrs and self._can_register(cls):
                    found.append((attrs[0], node.value.at, cls))
        return found

    def _loads_itself(self, owner: str) -> bool:
        methods = (m for key in self.program.classes[owner].mro for m in self.program.classes[key].methods.values())
        return any(called_of(method.record, self.protocol.load_methods) for method in methods)

    def _can_register(self, cls: ClassInfo) -> bool:
        return any(self.program.method(cls.key, name) for name in self.protocol.register_methods) and not any(
            self.program.method(cls.key, name) for name in self.protocol.load_methods
        )

    def _loaded_pool(self, info: FunctionInfo, attr: str, at: int, pool: ClassInfo) -> LoadedPool | None:
        assert info.owner is not None
        methods = [
            m for key in self.program.classes[info.owner].mro for m in self.program.classes[key].methods.values()
        ]
        if not any(_loads(m.record, attr, self.protocol.load_methods) for m in methods):
            return None
        registered = any(
            _registers(f.record, attr, self.protocol.register_methods) for f in self.program.functions.values()
        )
        leaves = any(self._leaves(m, attr) for m in methods)
        reader = next((p for m in methods if (p := self._reads(m, attr, pool)) is not None), None)
        return LoadedPool(info.owner, info.key, at, attr, pool.name, registered, leaves, reader)

    def _leaves(self, info: FunctionInfo, attr: str) -> bool:
        """Whether an object in an attribute gets out of sight: returned, stored elsewhere, handed to a stranger."""
        for node in walk_all(info.record.body):
            if isinstance(node, r.Return) and node.value is not None and _is_own(node.value, attr):
                return True
            if isinstance(node, r.Assign) and node.value is not None and _is_own(node.value, attr):
                return any(not isinstance(t, r.Name) for t in node.targets)
            if isinstance(node, r.Call) and any(_is_own(a.value, attr) for a in node.args) and self._tells(info, node):
                return True
        return False

    def _tells(self, info: FunctionInfo, node: r.Call) -> bool:
        """Whether a call may register its argument: an unknown callee, or one whose class registers."""
        if isinstance(node.func, r.Attr) and node.func.name in self.protocol.load_methods:
            return False
        cls = self.program.class_of(info.path, node.func)
        if cls is None:
            return not (
                isinstance(node.func, r.Name) and node.func.id in {"len", "isinstance", "getattr", "hasattr", "id"}
            )
        methods = [m for key in cls.mro for m in self.program.classes[key].methods.values()]
        return any(called_of(m.record, self.protocol.register_methods) for m in methods)

    def _reads(self, info: FunctionInfo, attr: str, pool: ClassInfo) -> Place | None:
        """Where a method calls an accessor of the pool."""
        accessors = {m.record.name for m in self.walker.accessors(pool)}
        for node in walk_all(info.record.body):
            called = isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in accessors
            if called and isinstance(node, r.Call) and isinstance(node.func, r.Attr) and _is_own(node.func.value, attr):
                return (info.key, node.at)
        return None


_EVENT_NOTE = {"run": "the model runs here", "replay": "the graph is replayed here"}


def _first_each(found: list[Defect]) -> list[Defect]:
    return list(
        {
            (d.path, d.symbol, d.place, d.subject.ready if isinstance(d.subject, Event) else None): d for d in found
        }.values()
    )


def _first_run(record: r.Function, arming: frozenset[str] | set[str]) -> tuple[str, str] | None:
    """The first call on an attribute of the own object behind the selection of a consumer."""
    me = record.params[0].name if record.params else ""
    seen = False
    for node in walk_all(record.body):
        if not (isinstance(node, r.Call) and isinstance(node.func, r.Attr)):
            continue
        if node.func.name in arming:
            seen = True
        elif seen and node.args and isinstance(node.func.value, r.Attr):
            owner = node.func.value.value
            if isinstance(owner, r.Name) and owner.id == me:
                return (node.func.value.name, node.func.name)
    return None


def _own_calls(record: r.Function) -> set[str]:
    me = record.params[0].name if record.params else ""
    return {
        node.func.name
        for node in walk_all(record.body)
        if isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and isinstance(node.func.value, r.Name)
        and node.func.value.id == me
    }


def _is_own(expr: r.Expr, attr: str) -> bool:
    return isinstance(expr, r.Attr) and expr.name == attr and isinstance(expr.value, r.Name)


def _loads(record: r.Function, attr: str, loads: frozenset[str]) -> bool:
    """Whether a function has a load write into the pool of an attribute."""
    return any(
        isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and node.func.name in loads
        and any(_is_own(a.value, attr) for a in node.args)
        for node in walk_all(record.body)
    )


def _registers(record: r.Function, attr: str, registers: frozenset[str]) -> bool:
    if not called_of(record, registers):
        return False
    return any(
        isinstance(node, r.Call)
        and isinstance(node.func, r.Attr)
        and node.func.name in registers
        and isinstance(node.func.value, r.Attr)
        and node.func.value.name == attr
        for node in walk_all(record.body)
    )
