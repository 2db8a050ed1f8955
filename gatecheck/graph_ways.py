"""The second half of the graph: the ways from accessors to buffers, what orders them, registrations and loads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.findings import Confidence
from gatecheck.flow.cases import COVERED
from gatecheck.graph import Kind, Node, Relation, Standing, add_node, nodes, worst
from gatecheck.graph_build import Builder, Mark

if TYPE_CHECKING:
    import networkx as nx

    from gatecheck.facts.locate import Locator
    from gatecheck.flow.analyse import Analysis
    from gatecheck.flow.cases import Case, Site
    from gatecheck.flow.verdicts import Access
    from gatecheck.program.link import FunctionInfo

_Key = tuple[str, str, str]
_LOW = "low confidence"


def build(analysis: Analysis, cases: list[Case], locator: Locator) -> nx.MultiDiGraph:
    """Return the graph of everything that an analysis has walked; ``cases`` are what its run returned."""
    ways = _Ways(analysis, locator, cases)
    for key, oid in analysis.roots.items():
        ways.pools(key, oid)
    ways.entries()
    ways.loads()
    ways.outside()
    ways.registrations()
    return ways.finished()


def _standing(verdict: str) -> Standing:
    return Standing.GATED if verdict == COVERED else Standing(verdict)


def _standing_of(states: set[Standing]) -> Standing:
    """Reads of one buffer that are ordered on one way and not on another make a gate that is there on some ways."""
    if {Standing.UNGATED, Standing.GATED} <= states:
        return worst({*states - {Standing.UNGATED}, Standing.PARTIAL})
    return worst(states)


class _Ways(Builder):
    """Follows what the walk has seen."""

    def __init__(self, analysis: Analysis, locator: Locator, cases: list[Case]) -> None:
        super().__init__(analysis, locator)
        self._cases: dict[_Key, Case] = {(case.root, case.entry, case.buffer): case for case in cases}

    # -- accessors ---------------------------------------------------------------------------------------------------

    def entries(self) -> None:
        """Enter every accessor with its ways to the buffers."""
        for (root, key), accesses in self.analysis.accesses.items():
            if accesses and root in self.root_ids:
                self._entry(root, self.program.functions[key], accesses)

    def _entry(self, root: str, info: FunctionInfo, accesses: list[Access]) -> None:
        judged = [access for access in accesses if (root, info.key, self._buffer_name(access)) in self._cases]
        pool = self.root_ids[root]
        node = Node(
            id=f"method:{pool.removeprefix('pool:')}:{info.key}",
            kind=Kind.METHOD,
            label=info.record.name,
            name=info.symbol,
            place=self.at((info.key, info.record.at)),
            state=worst(_standing_of(states) for states in self._states(judged)),
            root=pool,
            owner=pool if info.owner is not None and self.program.is_a(root, info.owner) else "",
            detail=self._detail(root, info, judged),
            entry=True,
        )
        self._replace(node)
        for access in accesses:
            self._way(node, access, _standing(access.verdict) if access in judged else Standing.NONE)

    def _states(self, judged: list[Access]) -> list[set[Standing]]:
        """What is known of the reads of each buffer."""
        found: dict[str, set[Standing]] = {}
        for access in judged:
            found.setdefault(self._buffer_name(access), set()).add(_standing(access.verdict))
        return list(found.values())

    def _replace(self, node: Node) -> None:
        """An accessor that another one led through is there already, as a step of the way."""
        self.graph.add_node(node.id, data=node)

    def _detail(self, root: str, info: FunctionInfo, judged: list[Access]) -> str:
        names = {self._buffer_name(access) for access in judged if access.verdict != COVERED}
        cases = [self._cases[root, info.key, name] for name in sorted(names)]
        if any(case.relayed for case in cases):
            return "through another accessor"
        return _LOW if cases and all(case.confidence is Confidence.LOW for case in cases) else ""

    def _buffer_name(self, access: Access) -> str:
        return self.analysis.managing.name((access.read.oid, access.read.attr))

    def _way(self, entry: Node, access: Access, state: Standing) -> None:
        read = access.read
        source, holder = entry.id, entry.owner or entry.root
        for hop in read.chain:
            pool = self.pool_of(entry.root, hop.receiver) if hop.receiver >= 0 else ""
            target = self.method(self.program.functions[hop.callee], entry.root, pool)
            relation = Relation.DELEGATES if pool and pool != holder else Relation.CALLS
            self.mark(Mark(source, target, relation, self.at(hop.place)), state, entry.id)
            source, holder = target, pool or holder
        buffer = self._buffer(entry.root, read.oid, read.attr)
        self.mark(Mark(source, buffer, Relation.READS, self.at(read.place)), state, entry.id)
        self._gates(entry, access, state)

    def _gates(self, entry: Node, access: Access, state: Standing) -> None:
        if access.witness is not None:
            wait = access.witness
            counter = self.gating(entry.root, wait)
            holder = self.program.functions[wait.place[0]].symbol
            self.mark(Mark(counter, entry.id, Relation.GATES, self.at(wait.place), holder), state, entry.id)
        elif access.verdict == Standing.DEAD:
            for gate in sorted(access.read.dead, key=lambda each: each.place):
                dead = self.dead(entry.root, gate)
                holder = self.program.functions[gate.place[0]].symbol
                if dead is not None:
                    self.mark(Mark(dead, entry.id, Relation.GATES, self.at(gate.place), holder), state, entry.id)

    # -- readers outside the pools -----------------------------------------------------------------------------------

    def outside(self) -> None:
        """Enter the functions of no pool that read a buffer and have not waited."""
        groups: dict[tuple[str, str], list[Case]] = {}
        for case in self._cases.values():
            if case.outside and case.root in self.root_ids:
                groups.setdefault((case.root, case.entry), []).append(case)
        for (root, key), cases in groups.items():
            self._reader(self.root_ids[root], self.program.functions[key], cases)

    def _reader(self, root: str, info: FunctionInfo, cases: list[Case]) -> None:
        low = all(case.confidence is Confidence.LOW for case in cases)
        node = Node(
            id=f"method:{root.removeprefix('pool:')}:{info.key}",
            kind=Kind.METHOD,
            label=info.symbol,
            name=info.symbol,
            place=self.at((info.key, info.record.at)),
            state=worst(_standing(verdict) for case in cases for verdict in case.verdicts),
            root=root,
            detail=_LOW if low else "",
            entry=True,
        )
        self._replace(node)
        for case in cases:
            buffers = [n.id for n in nodes(self.graph, Kind.BUFFER) if n.root == root and n.name == case.buffer]
            for site in case.sites:
                self._site(node, site, buffers)

    def _site(self, node: Node, site: Site, buffers: list[str]) -> None:
        source, state = node.id, _standing(site.verdict)
        for hop in site.hops:
            place = self.at(hop.place)
            if hop.callee is not None:
                target = self.method(self.program.functions[hop.callee], node.root)
                self.mark(Mark(source, target, Relation.CALLS, place), state, node.id)
                source = target
            else:
                for buffer in buffers:
                    self.mark(Mark(source, buffer, Relation.READS, place), state, node.id)

    # -- buffers -----------------------------------------------------------------------------------------------------

    def _buffer(self, root: str, oid: int, attr: str) -> str:
        pool = self.pool_of(root, oid)
        ident = f"buffer:{pool.removeprefix('pool:')}.{attr}"
        if ident not in self.graph:
            name = self.analysis.managing.name((oid, attr))
            state, why = self._managed(oid, attr, name)
            place = self.stored(self.heap[oid].cls, attr)
            add_node(self.graph, Node(ident, Kind.BUFFER, attr, name, place, state, root, pool, why))
        return ident

    def _managed(self, oid: int, attr: str, name: str) -> tuple[Standing, str]:
        if (oid, attr) in self.analysis.loaded:
            loader = self.program.functions[self.analysis.loaded[oid, attr].loader]
            return Standing.LOADED, f"{loader.symbol} writes it layer by layer"
        case = next((case for key, case in self._cases.items() if key[2] == name), None)
        if case is None:
            return Standing.NONE, "nothing shows that it is loaded layer by layer"
        return Standing(case.managed.kind.value), case.managed.detail

    def loads(self) -> None:
        """Enter what the host side writes, where the buffer belongs to a root."""
        owners = {oid: root for (root, oid) in self.known_objects()}
        for (oid, attr), evidence in self.analysis.loaded.items():
            if oid not in owners:
                continue
            buffer = self._buffer(owners[oid], oid, attr)
            loader = self.method(self.program.functions[evidence.loader])
            place = self.at(evidence.place)
            self.mark(Mark(loader, buffer, Relation.LOADS, place))
            if evidence.place[0] != evidence.loader:
                writer = self.method(self.program.functions[evidence.place[0]])
                self.mark(Mark(loader, writer, Relation.CALLS))
                self.mark(Mark(writer, buffer, Relation.WRITES, place))

    # -- registrations -----------------------------------------------------------------------------------------------

    def registrations(self) -> None:
        """Enter the registration of each root, what it stores into, and the calls of it in the tree."""
        names = self.analysis.protocol.register_methods
        calls = self._calls(names)
        for key, root in self.root_ids.items():
            for name in sorted(names):
                info = self.program.method(key, name)
                if info is not None:
                    self._registration(root, info, calls)

    def _registration(self, root: str, info: FunctionInfo, calls: list[tuple[FunctionInfo, r.Call]]) -> None:
        register = self.method(info, root, root)
        for held in self.held(root):
            attr = held.ident.rpartition(".")[2]
            if held.counter.state == Standing.LIVE:
                place = self.store_in(info, attr) or self.at((info.key, info.record.at))
                self.mark(Mark(register, held.ident, Relation.REGISTERS, place))
        for caller, call in calls:
            if isinstance(call.func, r.Attr) and call.func.name == info.record.name:
                place = self.at((caller.key, call.at))
                self.mark(Mark(self.method(caller), register, Relation.REGISTERS, place, "called by name"))

    def _calls(self, names: frozenset[str]) -> list[tuple[FunctionInfo, r.Call]]:
        """The calls of registrations, apart from those by which one registration hands its counter on."""
        return [
            (info, node)
            for info in self.program.having(names)
            if info.record.name not in names and called_of(info.record, names)
            for node in walk_all(info.record.body)
            if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in names
        ]
