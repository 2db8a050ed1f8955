"""The delegation graph as data: who inherits, owns, delegates to, registers, mutes, waits and reads.

The graph is a networkx multigraph, so that whatever networkx can do can be done with it. Its nodes and edges carry
frozen records; :func:`nodes`, :func:`links` and :func:`part` are the ways to them.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

_DATA = "data"


class Kind(str, Enum):
    """What a node is. Liveness belongs to objects, so a pool object is a node of its own beside its class."""

    CLASS = "class"
    POOL = "pool"
    METHOD = "method"
    BUFFER = "buffer"
    COUNTER = "counter"


class Relation(str, Enum):
    """What an edge says of its source and its target.

    ``is`` leads from an object to its class, ``gates`` from a counter to the accessor that waited on it, ``mutes`` from
    the method that passes None to the counter that is then dead. ``loads`` leads from a host side's load to the buffer,
    ``writes`` from the function that holds the statement, where that is another one.
    """

    IS = "is"
    INHERITS = "inherits"
    OWNS = "owns"
    DELEGATES = "delegates"
    CALLS = "calls"
    READS = "reads"
    WRITES = "writes"
    GATES = "gates"
    REGISTERS = "registers"
    MUTES = "mutes"
    LOADS = "loads"


class Standing(str, Enum):
    """What is known about a node or an edge, best first; NONE where nothing has to be known."""

    NONE = ""
    LIVE = "live"
    MUTED = "muted"
    UNSET = "unset"
    FOREIGN = "foreign"
    LOADED = "loaded"
    DECLARED = "declared"
    BELIEVED = "believed"
    GATED = "gated"
    DEAD = "dead"
    PARTIAL = "partial"
    LATE = "late"
    WRONG_LAYER = "wrong-layer"
    WRONG_STREAM = "wrong-stream"
    UNGATED = "ungated"


_ORDER = tuple(Standing)
OPEN = frozenset(_ORDER[_ORDER.index(Standing.PARTIAL) :])
"""The standings of reads that are not ordered behind the load."""
JUDGED = OPEN | {Standing.GATED, Standing.DEAD}
MANAGED = frozenset({Standing.LOADED, Standing.DECLARED, Standing.BELIEVED})


class Node(msgspec.Struct, frozen=True):
    """One node. ``root`` and ``owner`` are ids of pools: the outermost one, and the one that it belongs to.

    ``label`` is short, ``name`` says it all; ``entry`` marks what others call (an accessor, or a reader outside).
    """

    id: str
    kind: Kind
    label: str
    name: str
    place: Place | None = None
    state: Standing = Standing.NONE
    root: str = ""
    owner: str = ""
    detail: str = ""
    entry: bool = False


class Edge(msgspec.Struct, frozen=True):
    """One edge: what it says, where that stands in the source, and the accessors whose way it lies on."""

    relation: Relation
    place: Place | None = None
    state: Standing = Standing.NONE
    detail: str = ""
    via: tuple[str, ...] = ()


class Link(msgspec.Struct, frozen=True):
    """An edge with the ids of its ends."""

    source: str
    target: str
    edge: Edge


def worst(states: Iterable[Standing]) -> Standing:
    """Return the worst of several standings."""
    return max(states, key=_ORDER.index, default=Standing.NONE)


def add_node(graph: nx.MultiDiGraph, node: Node) -> None:
    """Put a node into the graph, unless one of its id is there."""
    if node.id not in graph:
        graph.add_node(node.id, data=node)


def add_link(graph: nx.MultiDiGraph, link: Link) -> None:
    """Put an edge into the graph."""
    graph.add_edge(link.source, link.target, data=link.edge)


def get(graph: nx.MultiDiGraph, ident: str) -> Node:
    """Return one node."""
    found: Node = graph.nodes[ident][_DATA]
    return found


def nodes(graph: nx.MultiDiGraph, *kinds: Kind) -> tuple[Node, ...]:
    """Return the nodes, all or of some kinds, in the order of the walk."""
    found: list[Node] = [data for _, data in graph.nodes(data=_DATA)]
    return tuple(node for node in found if not kinds or node.kind in kinds)


def links(graph: nx.MultiDiGraph, *relations: Relation) -> tuple[Link, ...]:
    """Return the edges, all or of some relations."""
    found = [Link(source, target, data) for source, target, data in graph.edges(data=_DATA)]
    return tuple(link for link in found if not relations or link.edge.relation in relations)


def roots(graph: nx.MultiDiGraph) -> tuple[Node, ...]:
    """Return the root pools."""
    return tuple(node for node in nodes(graph, Kind.POOL) if not node.owner)


def part(graph: nx.MultiDiGraph, *names: str) -> nx.MultiDiGraph:
    """Return the graph of some roots: what belongs to them, what touches that from outside, and their classes."""
    own = {node.id for node in nodes(graph) if node.root in names}
    near = {end for link in links(graph) for end in (link.source, link.target) if {link.source, link.target} & own}
    near -= {node.id for node in nodes(graph) if node.root and node.root not in names}
    kept = own | near | _above(graph, near)
    # A view would run through a set, in an order that differs from run to run.
    chosen = type(graph)()
    chosen.add_nodes_from((ident, data) for ident, data in graph.nodes(data=True) if ident in kept)
    for link in links(graph):
        if link.source in kept and link.target in kept:
            add_link(chosen, link)
    return chosen


def _above(graph: nx.MultiDiGraph, near: set[str]) -> set[str]:
    """Return the classes that classes inherit from, these others included."""
    bases: dict[str, list[str]] = {}
    for link in links(graph, Relation.INHERITS):
        bases.setdefault(link.source, []).append(link.target)
    found: set[str] = set()
    waiting = [ident for ident in near if get(graph, ident).kind is Kind.CLASS]
    while waiting:
        ident = waiting.pop()
        if ident not in found:
            found.add(ident)
            waiting += bases.get(ident, [])
    return found
