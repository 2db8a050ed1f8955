"""What is known about one node, as labelled lines: what a click on it shows."""

from __future__ import annotations

import msgspec

from gatecheck.graph import Kind, Link, Node, Relation, Standing
from gatecheck.report.escape import one_line
from gatecheck.report.graph_view import WORDS, Sight, everything, path_of, tone, where

_LABELS: dict[Relation, tuple[str, str]] = {
    Relation.GATES: ("Orders", "Waits on"),
    Relation.READS: ("Reads", "Read by"),
    Relation.CALLS: ("Calls", "Called by"),
    Relation.DELEGATES: ("Delegates to", "Reached from"),
    Relation.LOADS: ("Loads", "Loaded by"),
    Relation.WRITES: ("Writes", "Written by"),
    Relation.REGISTERS: ("Registers", "Registered by"),
    Relation.MUTES: ("Mutes", "Muted by"),
}


class Line(msgspec.Struct, frozen=True):
    """One relation to another node: its label, that node's name and id, and the place that shows it."""

    label: str
    name: str
    target: str
    place: str


class Detail(msgspec.Struct, frozen=True):
    """Everything about one node."""

    id: str
    kind: str
    tone: str
    name: str
    place: str
    sentence: str
    pool: str
    lines: tuple[Line, ...]


def details(sight: Sight) -> tuple[Detail, ...]:
    """Return the details of every node that a picture shows, and of those that it has no room for."""
    return tuple(_detail(sight, node) for node in everything(sight).values())


def _detail(sight: Sight, node: Node) -> Detail:
    out = tuple(link for link in sight.links if link.source == node.id)
    into = tuple(link for link in sight.links if link.target == node.id)
    lines = [*_lines(sight, into, 1), *_lines(sight, out, 0)]
    if node.entry:
        lines += _further(sight, node)
    return Detail(
        id=one_line(node.id),
        kind="accessor" if node.entry else node.kind.value,
        tone=tone(node.state),
        name=one_line(node.name),
        place=where(node.place),
        sentence=sentence(node),
        pool=path_of(sight, node.owner),
        lines=tuple(dict.fromkeys(lines)),
    )


def sentence(node: Node) -> str:
    """Say what a node's standing means."""
    if node.kind is Kind.BUFFER:
        return f"{node.state.value}: {one_line(node.detail)}"
    if node.kind is Kind.COUNTER:
        return {
            Standing.LIVE: "Live: a wait on it waits.",
            Standing.MUTED: "Muted: its owner passes None, so a gate on it never waits.",
            Standing.UNSET: "Never set on this object: a gate on it never waits.",
        }.get(node.state, "Passed in by callers.")
    if node.state is Standing.NONE:
        return ""
    extra = f" ({node.detail})" if node.detail else ""
    words = WORDS[node.state]
    return f"{words[0].upper()}{words[1:]}{extra}."


def _lines(sight: Sight, links: tuple[Link, ...], side: int) -> list[Line]:
    known = everything(sight)
    found = []
    for link in links:
        other = known.get(link.source if side else link.target)
        if other is None or link.edge.relation not in _LABELS:
            continue
        label = _LABELS[link.edge.relation][side]
        if link.edge.relation is Relation.GATES and link.edge.state is not Standing.GATED:
            label = f"{label} ({link.edge.state.value})"
        holder = f" in {link.edge.detail}" if link.edge.relation is Relation.GATES and link.edge.detail else ""
        found.append(Line(label, _named(sight, other) + one_line(holder), one_line(other.id), where(link.edge.place)))
    return found


def _further(sight: Sight, node: Node) -> list[Line]:
    """The rest of an accessor's ways: what happens behind the first step."""
    known = everything(sight)
    return [
        Line(
            "Reads",
            f"{_named(sight, known[link.target])} in {one_line(known[link.source].name)}",
            one_line(link.target),
            where(link.edge.place),
        )
        for link in sight.links
        if link.edge.relation is Relation.READS
        and node.id in link.edge.via
        and link.source != node.id
        and link.source in known
        and link.target in known
    ]


def _named(sight: Sight, node: Node) -> str:
    owned = node.owner and node.owner != sight.root.id
    return f"{one_line(node.name)} of {path_of(sight, node.owner)}" if owned else one_line(node.name)
