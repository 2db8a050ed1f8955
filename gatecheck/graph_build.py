"""The first half of the graph: pool objects, their classes and their counters, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import networkx as nx

from gatecheck.facts import records as r
from gatecheck.facts.visit import stored_of, walk_all
from gatecheck.findings import Place
from gatecheck.flow.values import NONE, Counter, Instance, Row, Table, parts
from gatecheck.graph import Edge, Kind, Link, Node, Relation, Standing, add_link, add_node, get, worst

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.facts.locate import Locator
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.base import Place as WalkPlace
    from gatecheck.flow.state import DeadGate, Wait
    from gatecheck.program.link import ClassInfo, FunctionInfo

_DEVICE = "device"
_LIVE = "live"


class Mark(msgspec.Struct, frozen=True):
    """An edge without what its ways say of it: those are collected beside it."""

    source: str
    target: str
    relation: Relation
    place: Place | None = None
    detail: str = ""


class Held(msgspec.Struct, frozen=True):
    """A counter as an object of a root holds it."""

    ident: str
    cls: str
    counter: Counter


class Builder:
    """Collects nodes and edges; one edge for each place, however many accessors lead over it."""

    def __init__(self, analysis: Analysis, locator: Locator) -> None:
        self.analysis = analysis
        self.program = analysis.program
        self.heap = analysis.walker.heap
        self.graph: nx.MultiDiGraph = nx.MultiDiGraph()
        self.root_ids: dict[str, str] = {}
        self._locator = locator
        self._counters = analysis.protocol.counter_attrs
        self._marks: dict[Mark, list[tuple[Standing, str]]] = {}
        self._pools: dict[tuple[str, int], str] = {}
        self._held: dict[str, list[Held]] = {}
        self._classes: dict[str, str] = {}

    def finished(self) -> nx.MultiDiGraph:
        """Enter the edges, each with the worst that its ways say of it."""
        for mark, ways in self._marks.items():
            via = tuple(dict.fromkeys(way for _, way in ways if way))
            edge = Edge(mark.relation, mark.place, worst(state for state, _ in ways), mark.detail, via)
            add_link(self.graph, Link(mark.source, mark.target, edge))
        return self.graph

    def mark(self, mark: Mark, state: Standing = Standing.NONE, via: str = "") -> None:
        """Note an edge, and the accessor on whose way it lies."""
        if mark.source != mark.target:
            self._marks.setdefault(mark, []).append((state, via))

    # -- places ------------------------------------------------------------------------------------------------------

    def at(self, place: WalkPlace) -> Place:
        """The span of a place of the walk."""
        info = self.program.functions[place[0]]
        return self._locator.place(info.path, info.record.chunk, place[1])

    def _class_place(self, info: ClassInfo) -> Place:
        return self._locator.place(info.path, info.record.chunk, info.record.at)

    # -- pools and classes -------------------------------------------------------------------------------------------

    def pools(self, key: str, oid: int) -> None:
        """Enter a root with all objects that it owns and that hold buffers, and with the classes of them all."""
        root = f"pool:{key}"
        self.root_ids[key] = root
        self._pool(root, oid, root)
        waiting = [oid]
        while waiting:
            holder = waiting.pop(0)
            for attr, owned in self._owned(holder):
                if (root, owned) not in self._pools:
                    self._owned_pool(root, holder, attr, owned)
                    waiting.append(owned)

    def _owned(self, holder: int) -> Iterator[tuple[str, int]]:
        for attr, value in self.heap[holder].attrs.items():
            for part in parts(value):
                if isinstance(part, Instance) and self._holds_buffers(part.oid, frozenset()):
                    yield attr, part.oid

    def _holds_buffers(self, oid: int, seen: frozenset[int]) -> bool:
        """Whether buffers are in an object itself, or in one that it was the first to own."""
        values = [part for value in self.heap[oid].attrs.values() for part in parts(value)]
        if any(isinstance(part, (Row, Table)) and part.oid == oid for part in values):
            return True
        below = {p.oid for p in values if isinstance(p, Instance) and p.oid not in seen}
        return any(self._belongs(each, oid) and self._holds_buffers(each, seen | {oid}) for each in below)

    def _belongs(self, oid: int, holder: int) -> bool:
        thing = self.heap[oid]
        return thing.handed_in or (thing.parent is not None and thing.parent[0] == holder)

    def _owned_pool(self, root: str, holder: int, attr: str, owned: int) -> None:
        above = self._pools[root, holder]
        ident = f"{above}.{attr}"
        if ident in self.graph:
            ident = f"{ident}@{self.program.classes[self.heap[owned].cls].name}"
        self._pool(ident, owned, root, above, attr)
        stored = self.stored(self.heap[holder].cls, attr)
        self.mark(Mark(above, ident, Relation.OWNS, stored, attr))

    def _pool(self, ident: str, oid: int, root: str, owner: str = "", attr: str = "") -> None:
        info = self.program.classes[self.heap[oid].cls]
        while ident in self.graph:
            ident += "'"
        self._pools[root, oid] = ident
        self._classes[ident] = info.key
        place = self._class_place(info)
        add_node(self.graph, Node(ident, Kind.POOL, attr or info.name, info.name, place, root=root, owner=owner))
        self._class(info)
        self.mark(Mark(ident, f"class:{info.key}", Relation.IS, place, ""))
        for name in sorted(self._counters & self.heap[oid].attrs.keys()):
            self._counter(root, ident, oid, name)

    def _class(self, info: ClassInfo) -> None:
        ident = f"class:{info.key}"
        if ident in self.graph:
            return
        place = self._class_place(info)
        add_node(self.graph, Node(ident, Kind.CLASS, info.name, info.name, place))
        for expr in info.record.bases:
            base = self.program.class_of(info.path, expr)
            if base is not None and base.key in info.mro:
                self._class(base)
                self.mark(Mark(ident, f"class:{base.key}", Relation.INHERITS, place, ""))

    def pool_of(self, root: str, oid: int) -> str:
        """The pool node of an object; one that no attribute of the root leads to stands beside the others."""
        if oid < 0:
            return root
        if (root, oid) not in self._pools:
            self._pool(f"{root}~{self.program.classes[self.heap[oid].cls].name}", oid, root, root)
        return self._pools[root, oid]

    # -- methods -----------------------------------------------------------------------------------------------------

    def method(self, info: FunctionInfo, root: str = "", pool: str = "") -> str:
        """Enter a function as it runs below a root, on one of its objects; as such where it belongs to no root."""
        base = (pool or root).removeprefix("pool:")
        ident = f"method:{base}:{info.key}" if base else f"method:{info.key}"
        place = self.at((info.key, info.record.at))
        add_node(self.graph, Node(ident, Kind.METHOD, info.record.name, info.symbol, place, root=root, owner=pool))
        return ident

    # -- counters ----------------------------------------------------------------------------------------------------

    def _counter(self, root: str, pool: str, oid: int, name: str) -> None:
        thing = self.heap[oid]
        value = thing.attrs[name]
        counter = Counter("unset", "registered") if value == NONE else value
        if not isinstance(counter, Counter):
            return
        ident = f"counter:{pool.removeprefix('pool:')}.{name}"
        label = f"{self.program.classes[thing.cls].name}.{name}"
        muter = counter.why
        place = self.at(muter) if muter is not None else self._counter_place(thing.cls, name, counter)
        add_node(self.graph, Node(ident, Kind.COUNTER, name, label, place, Standing(counter.state), root, pool))
        self._held.setdefault(root, []).append(Held(ident, thing.cls, counter))
        if muter is not None:
            by = self.method(self.program.functions[muter[0]], root, get(self.graph, pool).owner or pool)
            self.mark(Mark(by, ident, Relation.MUTES, place))

    def _counter_place(self, cls: str, name: str, counter: Counter) -> Place | None:
        registrations = sorted(self.analysis.protocol.register_methods) if counter.state == _LIVE else []
        found = [method for each in registrations if (method := self.program.method(cls, each)) is not None]
        stores = [store for method in found if (store := self.store_in(method, name)) is not None]
        return stores[0] if stores else self.stored(cls, name)

    def stored(self, cls: str, attr: str) -> Place | None:
        """Where the code of a class first stores an attribute."""
        for key in self.program.classes[cls].mro:
            for method in self.program.classes[key].methods.values():
                place = self.store_in(method, attr)
                if place is not None:
                    return place
        return None

    def store_in(self, method: FunctionInfo, attr: str) -> Place | None:
        """Where one method stores an attribute."""
        if not stored_of(method.record, {attr}):
            return None
        for node in walk_all(method.record.body):
            if isinstance(node, r.Assign) and any(isinstance(t, r.Attr) and t.name == attr for t in node.targets):
                return self.at((method.key, node.at))
        return None

    def held(self, root: str) -> tuple[Held, ...]:
        """The counters that the objects of a root hold."""
        return tuple(self._held.get(root, ()))

    def known_objects(self) -> tuple[tuple[str, int], ...]:
        """Every object that has a node, with its root."""
        return tuple(self._pools)

    def gating(self, root: str, wait: Wait) -> str:
        """The counter that a wait is on: that of the object whose method waits, else the root's own."""
        base = root.removeprefix("pool:")
        if wait.token == _DEVICE:
            label = "device synchronisation"
            return self._extra(
                Node(f"counter:{base}:device", Kind.COUNTER, label, label, None, Standing.LIVE, root, root)
            )
        live = [held for held in self._held.get(root, ()) if held.counter.state == _LIVE]
        owner = self.program.functions[wait.place[0]].owner
        live.sort(key=lambda held: owner is None or not self.program.is_a(held.cls, owner))
        if live:
            return live[0].ident
        label = "a counter from elsewhere"
        return self._extra(Node(f"counter:{base}:?", Kind.COUNTER, label, label, None, Standing.FOREIGN, root, root))

    def _extra(self, node: Node) -> str:
        add_node(self.graph, node)
        return node.id

    def dead(self, root: str, gate: DeadGate) -> str | None:
        """The counter that a dead gate is on."""
        same = [held for held in self._held.get(root, ()) if held.counter.state == gate.counter.state]
        owner = self.program.functions[gate.place[0]].owner
        same.sort(
            key=lambda held: (
                held.counter.why != gate.counter.why,
                owner is None or not self.program.is_a(held.cls, owner),
            )
        )
        return same[0].ident if same else None
