"""The pools involved, drawn: from each pool through the calls on the way to the buffer that is read unordered."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from itertools import pairwise

import msgspec

from gatecheck.findings import Confidence, Finding, Report, State
from gatecheck.report.escape import one_line

_CHARACTER = 7.3
_HEIGHT = 30
_ROW = 44
_GAP = 56
_PADDING = 12
_LONGEST = 46


class Node(msgspec.Struct, frozen=True, order=True):
    """A box: ``column`` 0 holds the pools, the last one the buffers; ``kind`` is ``pool``, ``call`` or ``buffer``."""

    column: int
    kind: str
    label: str


class Graph(msgspec.Struct, frozen=True):
    """Boxes by column, each column from top to bottom, and the arrows between them."""

    columns: tuple[tuple[Node, ...], ...]
    arrows: tuple[tuple[Node, Node], ...]


def graph(report: Report) -> Graph:
    """Return the ways of the new findings that fail a run; what several of them share is there once."""
    ways = [way for finding in report.findings if _counts(finding) for way in _ways(finding)]
    last = max((len(way) for way in ways), default=1) - 1
    arrows: dict[tuple[Node, Node], None] = {}
    columns: defaultdict[int, dict[Node, None]] = defaultdict(dict)
    for way in sorted(ways):
        nodes = [_node(depth, label, len(way), last) for depth, label in enumerate(way)]
        for node in nodes:
            columns[node.column][node] = None
        arrows.update(dict.fromkeys(pairwise(nodes)))
    ordered = _untangled([list(columns[number]) for number in range(last + 1)], tuple(arrows))
    return Graph(ordered, tuple(arrows))


def svg(drawn: Graph) -> str:
    """Return the drawing; it takes its colours from the page, and is empty where there is nothing to draw."""
    if not drawn.arrows:
        return ""
    widths = [max((_width(node) for node in column), default=0) for column in drawn.columns]
    left = [sum(widths[:number]) + _GAP * number for number in range(len(widths))]
    height = max(len(column) for column in drawn.columns) * _ROW + _PADDING
    places = {
        node: (left[node.column], _top(row, len(column), height))
        for column in drawn.columns
        for row, node in enumerate(column)
    }
    width = left[-1] + widths[-1] + 2
    parts = [_arrow(places[start], _width(start), places[end]) for start, end in drawn.arrows]
    parts += [_box(node, place) for node, place in places.items()]
    head = f'<svg viewBox="-1 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img"'
    return f'{head} aria-label="Ways from the pools to the buffers">{"".join(parts)}</svg>'


def _counts(finding: Finding) -> bool:
    return finding.state is State.NEW and finding.confidence is not Confidence.LOW and finding.buffer is not None


def _ways(finding: Finding) -> list[tuple[str, ...]]:
    calls: list[str] = [finding.symbol]
    for step in finding.trace:
        if step.symbol not in calls:
            calls.append(step.symbol)
    return [(root, *calls, finding.buffer or "") for root in finding.roots or ("",)]


def _node(depth: int, label: str, length: int, last: int) -> Node:
    if depth == 0:
        return Node(0, "pool", label or "outside the pools")
    return Node(last, "buffer", label) if depth == length - 1 else Node(depth, "call", label)


def _untangled(columns: list[list[Node]], arrows: tuple[tuple[Node, Node], ...]) -> tuple[tuple[Node, ...], ...]:
    """Order each column by the middle of what leads to its boxes, which keeps most arrows from crossing."""
    rows = {node: float(row) for column in columns for row, node in enumerate(column)}
    sources: defaultdict[Node, list[Node]] = defaultdict(list)
    for start, end in arrows:
        sources[end].append(start)
    for column in columns[1:]:
        column.sort(key=lambda node: (sum(rows[each] for each in sources[node]) / max(len(sources[node]), 1), node))
        rows |= {node: float(row) for row, node in enumerate(column)}
    return tuple(tuple(column) for column in columns)


def _label(node: Node) -> str:
    text = one_line(node.label)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _width(node: Node) -> float:
    return len(_label(node)) * _CHARACTER + 2 * _PADDING


def _top(row: int, rows: int, height: int) -> float:
    return (height - rows * _ROW) / 2 + row * _ROW + (_ROW - _HEIGHT) / 2


def _box(node: Node, place: tuple[float, float]) -> str:
    left, top = place
    title = escape(one_line(node.label))
    frame = f'<rect x="{left:.0f}" y="{top:.0f}" width="{_width(node):.0f}" height="{_HEIGHT}" rx="5"/>'
    text = f'<text x="{left + _PADDING:.0f}" y="{top + 20:.0f}">{escape(_label(node))}</text>'
    return f'<g class="node {node.kind}"><title>{title}</title>{frame}{text}</g>'


def _arrow(start: tuple[float, float], width: float, end: tuple[float, float]) -> str:
    x1, y1 = start[0] + width, start[1] + _HEIGHT / 2
    x2, y2 = end[0], end[1] + _HEIGHT / 2
    middle = x2 - _GAP / 2
    line = f"M{x1:.0f} {y1:.0f}H{middle - 14:.0f}C{middle:.0f} {y1:.0f} {middle:.0f} {y2:.0f} {x2 - 6:.0f} {y2:.0f}"
    tip = f"M{x2 - 7:.0f} {y2 - 4:.0f}L{x2:.0f} {y2:.0f}L{x2 - 7:.0f} {y2 + 4:.0f}Z"
    return f'<path class="arrow" d="{line}"/><path class="tip" d="{tip}"/>'
