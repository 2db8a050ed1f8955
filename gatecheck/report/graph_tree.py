"""The graph as a tree of text: one root after the other, what is not gated first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.graph import OPEN, Node, Relation, Standing
from gatecheck.report.escape import one_line
from gatecheck.report.graph_view import WORDS, Sight, everything, names, path_of, sights, tally, where

if TYPE_CHECKING:
    import networkx as nx


class Branch(msgspec.Struct, frozen=True):
    """A line and what hangs below it."""

    text: str
    below: tuple[Branch, ...] = ()


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> str:
    """Return one tree for each root."""
    trees = ["\n".join(_lines(_root(sight))) for sight in sights(graph, roots)]
    return "\n\n".join(trees) + "\n" if trees else "no pool is registered here\n"


def _lines(branch: Branch, first: str = "", rest: str = "") -> list[str]:
    lines = [first + one_line(branch.text)]
    for number, child in enumerate(branch.below):
        last = number == len(branch.below) - 1
        lines += _lines(child, rest + ("└── " if last else "├── "), rest + ("    " if last else "│   "))
    return lines


def _root(sight: Sight) -> Branch:
    bad, dead, good = tally(sight)
    counts = f"{bad} not gated, {dead} with dead gates, {good} gated"
    groups = (
        Branch("not gated", tuple(_accessor(sight, n, "✗") for n in sight.accessors if n.state in OPEN)),
        Branch("dead gates", tuple(_accessor(sight, n, "○") for n in sight.accessors if n.state is Standing.DEAD)),
        Branch("gated", tuple(_accessor(sight, n, "✓") for n in sight.accessors if n.state is Standing.GATED)),
        Branch("counters", tuple(_counter(sight, node) for node in sight.counters)),
        Branch("buffers", tuple(_buffer(sight, node) for node in sight.buffers)),
        Branch("owns", _owned(sight, sight.root)),
        Branch("inherits", _bases(sight)),
        Branch("reads nothing that is loaded", tuple(Branch(_with_place(node)) for node in sight.idle)),
    )
    return Branch(f"{_with_place(sight.root)}  ({counts})", tuple(group for group in groups if group.below))


def _with_place(node: Node) -> str:
    return f"{node.name}  {where(node.place)}".rstrip()


def _of(sight: Sight, node: Node) -> str:
    """Name the owned pool that a node belongs to; that it belongs to the root need not be said."""
    return f" of {path_of(sight, node.owner)}" if node.owner and node.owner != sight.root.id else ""


def _accessor(sight: Sight, node: Node, mark: str) -> Branch:
    detail = ("" if node.owner else ", outside the pool") + (f", {node.detail}" if node.detail else "")
    lines = [*_gates(sight, node), *_ways(sight, node)]
    return Branch(f"{mark} {_with_place(node)}  {WORDS[node.state]}{detail}", tuple(lines))


def _gates(sight: Sight, node: Node) -> list[Branch]:
    counters = names(sight.counters)
    found = []
    for link in sight.into(node, Relation.GATES):
        counter = counters[link.source]
        word = "waits on" if link.edge.state is Standing.GATED else f"{link.edge.state.value} gate on"
        found.append(Branch(f"{word} {counter.name} in {link.edge.detail}  {where(link.edge.place)}"))
    return found


def _ways(sight: Sight, node: Node) -> list[Branch]:
    known = everything(sight)
    found = []
    for link in sight.links:
        if node.id in link.edge.via and link.edge.relation is not Relation.GATES and link.target in known:
            target = known[link.target]
            found.append(
                Branch(f"{link.edge.relation.value} {target.name}{_of(sight, target)}  {where(link.edge.place)}")
            )
    return found


def _counter(sight: Sight, node: Node) -> Branch:
    known = everything(sight)
    relations = (Relation.REGISTERS, Relation.MUTES)
    makers = sight.into(node, *relations)
    lines = [
        Branch(
            f"{link.edge.relation.value.removesuffix('s')}ed by {known[link.source].name}  {where(link.edge.place)}"
            if link.edge.relation is Relation.REGISTERS
            else f"muted by {known[link.source].name}  {where(link.edge.place)}",
            tuple(
                Branch(f"called by {known[call.source].name}  {where(call.edge.place)}")
                for call in sight.into(known[link.source], Relation.REGISTERS)
                if call.source in known
            ),
        )
        for link in makers
    ]
    return Branch(f"{node.name}{_of(sight, node)}: {WORDS[node.state]}", tuple(lines))


def _buffer(sight: Sight, node: Node) -> Branch:
    known = everything(sight)
    loads = tuple(
        Branch(f"loaded by {known[link.source].name}  {where(link.edge.place)}")
        for link in sight.into(node, Relation.LOADS)
    )
    text = f"{node.name}{_of(sight, node)}  {where(node.place)}  {node.state.value}"
    return Branch(text, loads or (Branch(node.detail),))


def _owned(sight: Sight, pool: Node) -> tuple[Branch, ...]:
    below = [each for each in sight.pools if each.owner == pool.id]
    return tuple(Branch(f"{each.label}: {_with_place(each)}", _owned(sight, each)) for each in below)


def _bases(sight: Sight) -> tuple[Branch, ...]:
    classes = names(sight.classes)
    (own,) = (link.target for link in sight.out_of(sight.root, Relation.IS))

    def above(ident: str, seen: frozenset[str]) -> tuple[Branch, ...]:
        bases = [link.target for link in sight.out_of(classes[ident], Relation.INHERITS) if link.target not in seen]
        return tuple(Branch(_with_place(classes[base]), above(base, seen | {base})) for base in bases)

    return above(own, frozenset({own}))
