"""What the languages that lay out by themselves are told: pools inside pools, what is in each, and the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Place
from gatecheck.graph import Link, Node, Relation, Standing, worst
from gatecheck.report.graph_view import Sight, everything, sights

if TYPE_CHECKING:
    import networkx as nx

_HIDDEN = frozenset({Relation.IS, Relation.OWNS})


class Wire(msgspec.Struct, frozen=True):
    """All edges of one relation between two nodes, drawn as one: with the first place and the worst standing."""

    start: int
    end: int
    relation: Relation
    state: Standing
    place: Place | None


class Plan(msgspec.Struct, frozen=True):
    """Nodes with their numbers, in the pools that they belong to, and the edges by number.

    That a pool owns another one is told by lying inside it, and what class it is of by its name.
    """

    numbers: dict[str, int]
    pools: tuple[Node, ...]
    nodes: tuple[Node, ...]
    wires: tuple[Wire, ...]

    def number(self, node: Node) -> int:
        """The number that names a node in the output."""
        return self.numbers[node.id]

    def inside(self, pool: Node) -> tuple[Node, ...]:
        """What lies directly in a pool."""
        return tuple(node for node in self.nodes if node.owner == pool.id)

    def owned(self, pool: Node) -> tuple[Node, ...]:
        """The pools inside a pool, where anything is in them."""
        below = tuple(each for each in self.pools if each.owner == pool.id)
        return tuple(each for each in below if self.inside(each) or self.owned(each))

    @property
    def loose(self) -> tuple[Node, ...]:
        """What lies in no pool."""
        return tuple(node for node in self.nodes if not node.owner)


def plan(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> Plan:
    """Return the plan of several roots; what they share is there once."""
    seen = sights(graph, roots)
    pools = {node.id: node for sight in seen for node in sight.pools}
    nodes: dict[str, Node] = {}
    for sight in seen:
        nodes |= everything(sight) | {node.id: node for node in _family(sight)}
    numbers = {ident: number for number, ident in enumerate([*pools, *nodes])}
    return Plan(numbers, tuple(pools.values()), tuple(nodes.values()), _wires(seen, frozenset(nodes), numbers))


def _family(sight: Sight) -> tuple[Node, ...]:
    """The classes that inherit or are inherited from; what class a pool is of is told by its name."""
    related = [link for link in sight.links if link.edge.relation is Relation.INHERITS]
    ends = {end for link in related for end in (link.source, link.target)}
    return tuple(node for node in sight.classes if node.id in ends)


def _wires(seen: tuple[Sight, ...], shown: frozenset[str], numbers: dict[str, int]) -> tuple[Wire, ...]:
    merged: dict[tuple[str, str, Relation], dict[Link, None]] = {}
    for sight in seen:
        for link in sight.links:
            if link.source in shown and link.target in shown and link.edge.relation not in _HIDDEN:
                merged.setdefault((link.source, link.target, link.edge.relation), {})[link] = None
    return tuple(
        Wire(numbers[start], numbers[end], relation, worst(e.edge.state for e in same), next(iter(same)).edge.place)
        for (start, end, relation), same in merged.items()
    )
