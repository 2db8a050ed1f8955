"""The graph as JSON, versioned: every node and every edge, nothing left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck import graph as g
from gatecheck.findings import Failure, Place
from gatecheck.graph import Link, Node

if TYPE_CHECKING:
    import networkx as nx

SCHEMA = "gatecheck-graph/1"


class Spot(msgspec.Struct, frozen=True):
    """Where something stands: path relative to the root, line from 1."""

    file: str
    line: int


class NodeItem(msgspec.Struct, frozen=True):
    """One node."""

    id: str
    kind: str
    label: str
    name: str
    place: Spot | None
    state: str | None
    root: str | None
    owner: str | None
    detail: str | None
    accessor: bool


class EdgeItem(msgspec.Struct, frozen=True):
    """One edge; ``accessors`` are those on whose way it lies."""

    source: str
    target: str
    relation: str
    place: Spot | None
    state: str | None
    detail: str | None
    accessors: tuple[str, ...]


class Document(msgspec.Struct, frozen=True):
    """The whole document; ``roots`` are ids of nodes."""

    schema: str
    version: str
    root: str
    roots: tuple[str, ...]
    nodes: tuple[NodeItem, ...]
    edges: tuple[EdgeItem, ...]
    failed: tuple[Failure, ...]


class Context(msgspec.Struct, frozen=True):
    """What the graph does not hold."""

    version: str = ""
    root: str = ""
    failed: tuple[Failure, ...] = ()


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...], context: Context | None = None) -> str:
    """Return the graph of these roots as one document."""
    given = context or Context()
    part = g.part(graph, *(root.id for root in roots))
    document = Document(
        schema=SCHEMA,
        version=given.version,
        root=given.root,
        roots=tuple(root.id for root in roots),
        nodes=tuple(_node(node) for node in sorted(g.nodes(part), key=lambda node: node.id)),
        edges=tuple(sorted((_edge(link) for link in g.links(part)), key=_order)),
        failed=given.failed,
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def _order(item: EdgeItem) -> tuple[str, str, str, str, int]:
    place = item.place or Spot("", 0)
    return item.source, item.target, item.relation, place.file, place.line


def _spot(place: Place | None) -> Spot | None:
    return Spot(place.file, place.line) if place is not None else None


def _node(node: Node) -> NodeItem:
    return NodeItem(
        id=node.id,
        kind=node.kind.value,
        label=node.label,
        name=node.name,
        place=_spot(node.place),
        state=node.state.value or None,
        root=node.root or None,
        owner=node.owner or None,
        detail=node.detail or None,
        accessor=node.entry,
    )


def _edge(link: Link) -> EdgeItem:
    edge = link.edge
    return EdgeItem(
        source=link.source,
        target=link.target,
        relation=edge.relation.value,
        place=_spot(edge.place),
        state=edge.state.value or None,
        detail=edge.detail or None,
        accessors=edge.via,
    )
