"""Where everything stands in the picture of one root: counter, accessors, steps, buffers and loads, left to right.

The columns follow from what a node is, so that pictures of different roots read alike and come out the same everywhere.
What no gate reaches is told by its colour, by the missing line from the counter, and by a mark in its place.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

import msgspec

from gatecheck.graph import Link, Node, Relation, Standing
from gatecheck.report.escape import one_line
from gatecheck.report.graph_view import WORDS, Sight, heading_of, near, proof, tone, where

HEIGHT = 42
ROW = 52
HEAD = 30
GAP = 64
MARGIN = 14
_CHARACTER = 7.3
_SMALL = 6.7
_PADDING = 26
_MARK = 18
_HEAD_CHARACTER = 7.2
_LOUD_CHARACTER = 8.5
_LONGEST = 44
_DRAWN = frozenset({Relation.READS, Relation.CALLS, Relation.DELEGATES, Relation.GATES, Relation.LOADS})
_HEADINGS = {"bad": "Not gated", "dead": "Gate is dead", "good": "Gated"}


class Box(msgspec.Struct, frozen=True):
    """A node in its place; ``tone`` is good, bad, dead or plain, ``role`` the column that it belongs to."""

    node: Node
    role: str
    tone: str
    title: str
    sub: str
    group: str
    left: float
    top: float
    width: float

    @property
    def middle(self) -> float:
        """The height at which lines meet the box."""
        return self.top + HEIGHT / 2


class Heading(msgspec.Struct, frozen=True):
    """A line of text above a group of boxes."""

    text: str
    tone: str
    left: float
    top: float


class Arrow(msgspec.Struct, frozen=True):
    """A line between two boxes."""

    start: Box
    end: Box
    relation: str
    tone: str
    note: str


class Scene(msgspec.Struct, frozen=True):
    """The whole picture."""

    boxes: tuple[Box, ...]
    headings: tuple[Heading, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


class _Draft(msgspec.Struct, frozen=True):
    """A box that has no place yet; ``group`` is the heading that it stands below."""

    node: Node
    role: str
    tone: str
    title: str
    sub: str
    group: str

    @property
    def width(self) -> float:
        """The room that the longer one of its lines needs."""
        mark = 0 if self.tone == "plain" else _MARK
        return max(len(self.title) * _CHARACTER + mark, len(self.sub) * _SMALL) + _PADDING


def scene(sight: Sight) -> Scene:
    """Return the picture of one root."""
    columns = [column for column in _columns(sight) if column]
    links = _drawn(sight)
    boxes: dict[str, Box] = {}
    headings: list[Heading] = []
    left = float(MARGIN)
    # The accessors come first: they have an order of their own, and everything else follows them.
    order = sorted(range(len(columns)), key=lambda n: (columns[n][0].role != "accessor", n == 0, n))
    lefts = []
    for column in columns:
        lefts.append(left)
        left += _room(column) + GAP
    for number in order:
        placed, heads = _placed(columns[number], lefts[number], _wishes(columns[number], boxes, links))
        boxes |= {box.node.id: box for box in placed}
        headings += heads
    arrows = [_arrow(link, boxes) for link in links if link.source in boxes and link.target in boxes]
    height = max((box.top + HEIGHT for box in boxes.values()), default=0.0) + MARGIN
    return Scene(tuple(boxes.values()), tuple(headings), tuple(arrows), left - GAP + MARGIN, height)


def _room(column: list[_Draft]) -> float:
    """The width of a column; a heading may reach into the gap behind it."""
    return max(max(draft.width, len(draft.group) * _heading_character(draft) - GAP + 2 * MARGIN) for draft in column)


def _heading_character(draft: _Draft) -> float:
    return _LOUD_CHARACTER if draft.tone == "bad" else _HEAD_CHARACTER


def _drawn(sight: Sight) -> list[Link]:
    return [link for link in sight.links if link.edge.relation in _DRAWN]


# -- what stands in which column ---------------------------------------------------------------------------------------


def _columns(sight: Sight) -> list[list[_Draft]]:
    steps: defaultdict[int, list[_Draft]] = defaultdict(list)
    for node, depth in _depths(sight):
        group = heading_of(sight, node.owner) or "Functions"
        steps[depth].append(_Draft(node, "step", "plain", _cut(node.label), near(node.place), group))
    return [
        [_counter(sight, node) for node in sight.counters],
        [_accessor(sight, node) for node in sight.accessors],
        *(steps[depth] for depth in sorted(steps)),
        [_buffer(sight, node) for node in sight.buffers],
        [_loader(node) for node in sight.loaders],
    ]


def _depths(sight: Sight) -> list[tuple[Node, int]]:
    """The steps with their least distance from an accessor."""
    below: defaultdict[str, list[str]] = defaultdict(list)
    for link in sight.links:
        if link.edge.relation in {Relation.CALLS, Relation.DELEGATES}:
            below[link.source].append(link.target)
    depth = dict.fromkeys((node.id for node in sight.accessors), 0)
    waiting = list(depth)
    for ident in waiting:
        for target in below[ident]:
            if target not in depth:
                depth[target] = depth[ident] + 1
                waiting.append(target)
    return [(node, depth[node.id]) for node in sight.steps if node.id in depth]


def _counter(sight: Sight, node: Node) -> _Draft:
    if node.place is None:
        return _Draft(node, "sync", "good", _cut(node.label), "waits for everything", "Other waits")
    owned = node.owner != sight.root.id
    group = f"Counter of {heading_of(sight, node.owner)}" if owned else "Counter"
    verb = ", set" if node.state is Standing.LIVE else ","
    return _Draft(
        node, "counter", tone(node.state), _cut(node.label), f"{WORDS[node.state]}{verb} {near(node.place)}", group
    )


def _loader(node: Node) -> _Draft:
    owner, _, method = one_line(node.name).rpartition(".")
    return _Draft(node, "loader", "plain", _cut(owner or method), near(node.place), "Loaded by")


def _accessor(sight: Sight, node: Node) -> _Draft:
    edge = proof(sight, node)
    place = near(edge.place) if edge is not None else near(node.place)
    word = {"good": "waits", "dead": "dead gate"}.get(tone(node.state), WORDS[node.state])
    sub = f"{word}, {place}" if node.state is not Standing.UNGATED else f"reads, {place}"
    return _Draft(node, "accessor", tone(node.state), _cut(node.label), sub, _group(node))


def _group(node: Node) -> str:
    place = "" if node.owner else ", outside the pool"
    detail = f", {node.detail}" if node.detail else ""
    return f"{_HEADINGS[tone(node.state)]}{place}{detail}"


def _buffer(sight: Sight, node: Node) -> _Draft:
    sub = f"{node.state.value}, {near(node.place)}" if node.place is not None else node.state.value
    return _Draft(node, "buffer", "plain", _cut(node.label), sub, heading_of(sight, node.owner))


def _cut(label: str) -> str:
    text = one_line(label)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


# -- heights -----------------------------------------------------------------------------------------------------------


def _wishes(column: list[_Draft], boxes: dict[str, Box], links: list[Link]) -> dict[str, float]:
    """The height at which each box of a column would lie level with what it is linked to."""
    near_by: defaultdict[str, list[float]] = defaultdict(list)
    for link in links:
        for one, other in ((link.source, link.target), (link.target, link.source)):
            if other in boxes:
                near_by[one].append(boxes[other].top)
    found = {}
    for draft in column:
        heights = near_by.get(draft.node.id)
        if heights:
            # A counter stands level with the first accessor that it gates: however many follow, it is in sight.
            found[draft.node.id] = min(heights) if draft.role == "counter" else sum(heights) / len(heights)
    return found


def _placed(column: list[_Draft], left: float, wishes: dict[str, float]) -> tuple[list[Box], list[Heading]]:
    """Stack the groups of a column, each as near to its wish as those above it allow."""
    blocks = [list(block) for _, block in groupby(_sorted(column, wishes), key=lambda draft: draft.group)]
    boxes: list[Box] = []
    headings: list[Heading] = []
    top = float(MARGIN)
    width = max(draft.width for draft in column)
    for block in blocks:
        wished = [wishes[draft.node.id] for draft in block if draft.node.id in wishes]
        if wished:
            top = max(top, sum(wished) / len(wished) - HEAD - (len(block) - 1) * ROW / 2)
        headings.append(Heading(one_line(block[0].group), block[0].tone, left, top + HEAD - 10))
        top += HEAD
        for draft in block:
            boxes.append(Box(draft.node, draft.role, draft.tone, draft.title, draft.sub, draft.group, left, top, width))
            top += ROW
        top += 4
    return boxes, headings


def _sorted(column: list[_Draft], wishes: dict[str, float]) -> list[_Draft]:
    if column[0].role == "accessor":
        return column
    heights: defaultdict[str, list[float]] = defaultdict(list)
    for draft in column:
        heights[draft.group].append(wishes.get(draft.node.id, 0.0))
    return sorted(
        column,
        key=lambda d: (sum(heights[d.group]) / len(heights[d.group]), d.group, wishes.get(d.node.id, 0.0), d.title),
    )


# -- lines -------------------------------------------------------------------------------------------------------------


def _arrow(link: Link, boxes: dict[str, Box]) -> Arrow:
    edge = link.edge
    start, end = boxes[link.source], boxes[link.target]
    detail = f" in {edge.detail}" if edge.relation is Relation.GATES and edge.detail else ""
    words = f"{start.title} {edge.relation.value} {end.title}{detail}"
    return Arrow(start, end, edge.relation.value, tone(edge.state), f"{words}, {where(edge.place)}")
