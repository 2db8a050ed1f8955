"""What all drawings of the graph share: what is shown of a root, in which order, and in which words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck import graph as g
from gatecheck.graph import JUDGED, MANAGED, OPEN, Edge, Kind, Link, Node, Relation, Standing, worst
from gatecheck.report.escape import one_line

if TYPE_CHECKING:
    import networkx as nx

    from gatecheck.findings import Place

WORDS: dict[Standing, str] = {
    Standing.UNGATED: "nothing waits",
    Standing.WRONG_STREAM: "the wait binds another stream",
    Standing.WRONG_LAYER: "waits for another layer",
    Standing.LATE: "the wait comes too late",
    Standing.PARTIAL: "waits on some ways only",
    Standing.DEAD: "its gate is dead",
    Standing.GATED: "waits",
    Standing.LIVE: "live",
    Standing.MUTED: "muted",
    Standing.UNSET: "never set",
    Standing.FOREIGN: "passed in by callers",
}
_STEPS = frozenset({Relation.CALLS, Relation.DELEGATES, Relation.READS})


class Sight(msgspec.Struct, frozen=True):
    """What a drawing shows of one root.

    ``accessors`` come worst first. ``steps`` are the functions between them and the buffers. ``idle`` are accessors
    that read nothing that is loaded, which drawings leave out and the tree names.
    """

    root: Node
    pools: tuple[Node, ...]
    accessors: tuple[Node, ...]
    idle: tuple[Node, ...]
    steps: tuple[Node, ...]
    buffers: tuple[Node, ...]
    counters: tuple[Node, ...]
    registrations: tuple[Node, ...]
    callers: tuple[Node, ...]
    loaders: tuple[Node, ...]
    classes: tuple[Node, ...]
    links: tuple[Link, ...]

    def into(self, node: Node, *relations: Relation) -> tuple[Link, ...]:
        """The edges that lead to a node."""
        return tuple(e for e in self.links if e.target == node.id and e.edge.relation in relations)

    def out_of(self, node: Node, *relations: Relation) -> tuple[Link, ...]:
        """The edges that lead away from a node."""
        return tuple(e for e in self.links if e.source == node.id and e.edge.relation in relations)


def sights(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> tuple[Sight, ...]:
    """Return what is shown of each root."""
    return tuple(sight(graph, root) for root in roots)


def sight(graph: nx.MultiDiGraph, root: Node) -> Sight:
    """Return what is shown of one root."""
    part = g.part(graph, root.id)
    entries = [node for node in g.nodes(part, Kind.METHOD) if node.entry and node.root == root.id]
    accessors = tuple(sorted((node for node in entries if node.state in JUDGED), key=_rank))
    shown = {node.id for node in accessors}
    links = tuple(link for link in g.links(part) if _is_shown(link, shown))
    ends = {end for link in links for end in (link.source, link.target)}
    kept = [node for node in g.nodes(part) if node.id in ends]
    registers = {link.source for link in links if link.edge.relation in {Relation.REGISTERS, Relation.MUTES}}
    loads = {link.source for link in links if link.edge.relation is Relation.LOADS}
    methods = [node for node in kept if node.kind is Kind.METHOD and node.id not in shown]
    return Sight(
        root=root,
        pools=tuple(node for node in g.nodes(part, Kind.POOL) if node.root == root.id),
        accessors=accessors,
        idle=tuple(sorted((node for node in entries if node.state not in JUDGED), key=_rank)),
        steps=tuple(n for n in methods if n.root == root.id and n.id not in registers),
        buffers=tuple(n for n in g.nodes(part, Kind.BUFFER) if n.state in MANAGED and n.root == root.id),
        counters=tuple(sorted(_counters(part, root, ends), key=lambda n: (n.state is not Standing.LIVE, n.id))),
        registrations=tuple(node for node in methods if node.root == root.id and node.id in registers),
        callers=tuple(node for node in methods if not node.root and node.id in registers),
        loaders=tuple(node for node in methods if not node.root and node.id in loads),
        classes=g.nodes(part, Kind.CLASS),
        links=links,
    )


def _rank(node: Node) -> tuple[int, bool, bool, str]:
    group = 0 if node.state in OPEN else 1 if node.state is Standing.DEAD else 2
    return group, bool(node.detail), not node.owner, node.label


def _is_shown(link: Link, accessors: set[str]) -> bool:
    edge = link.edge
    if edge.relation in _STEPS and edge.via:
        return edge.state in JUDGED and any(way in accessors for way in edge.via)
    return edge.relation is not Relation.CALLS or not edge.via


def _counters(part: nx.MultiDiGraph, root: Node, ends: set[str]) -> list[Node]:
    """The root's own counter always, others where something waits on them or mutes them."""
    found = [node for node in g.nodes(part, Kind.COUNTER) if node.root == root.id]
    return [node for node in found if node.owner == root.id or node.id in ends]


def tone(state: Standing) -> str:
    """Return the colour family of a standing: good, bad, dead or plain."""
    if state in OPEN:
        return "bad"
    if state in {Standing.DEAD, Standing.MUTED, Standing.UNSET}:
        return "dead"
    return "good" if state in {Standing.GATED, Standing.LIVE} else "plain"


def where(place: Place | None) -> str:
    """Return ``path:line``."""
    return f"{one_line(place.file)}:{place.line}" if place is not None else ""


def near(place: Place | None) -> str:
    """Return ``file:line`` without the folders, where room is scarce."""
    return where(place).rpartition("/")[2]


def names(nodes: tuple[Node, ...]) -> dict[str, Node]:
    """Return the nodes by id."""
    return {node.id: node for node in nodes}


def everything(sight: Sight) -> dict[str, Node]:
    """Return every node that a drawing of this root shows, by id."""
    groups = (sight.accessors, sight.steps, sight.buffers, sight.counters, sight.registrations, sight.callers)
    return names(tuple(node for group in (*groups, sight.loaders) for node in group))


def path_of(sight: Sight, pool: str) -> str:
    """Return the attributes that lead from the root to a pool, with the pool's class."""
    by_id = names(sight.pools)
    labels: list[str] = []
    node = by_id.get(pool)
    while node is not None and node.owner:
        labels.append(node.label)
        node = by_id.get(node.owner)
    found = by_id.get(pool)
    name = found.name if found is not None else ""
    return one_line(f"{'.'.join(reversed(labels))}: {name}" if labels else name)


def heading_of(sight: Sight, pool: str) -> str:
    """Return the shortest name of a pool that no other pool of this root has."""
    by_id = names(sight.pools)
    whole = path_of(sight, pool)
    path = whole.partition(":")[0]
    others = [each for each in by_id if each != pool and path_of(sight, each).partition(":")[0] == path]
    return whole if others else path


def tally(sight: Sight) -> tuple[int, int, int]:
    """Return how many accessors are not gated, have dead gates only, and are gated."""
    bad = sum(node.state in OPEN for node in sight.accessors)
    dead = sum(node.state is Standing.DEAD for node in sight.accessors)
    return bad, dead, len(sight.accessors) - bad - dead


def proof(sight: Sight, accessor: Node) -> Edge | None:
    """Return the edge that an accessor's standing is about: its wait, its dead gate, else its read."""
    gates = [link.edge for link in sight.into(accessor, Relation.GATES) if link.edge.state is accessor.state]
    if gates:
        return gates[0]
    reads = [e.edge for e in sight.links if e.edge.relation is Relation.READS and accessor.id in e.edge.via]
    bad = worst(edge.state for edge in reads)
    return next((edge for edge in reads if edge.state is bad), None)
