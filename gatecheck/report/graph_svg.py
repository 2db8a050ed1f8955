"""The graph as SVG, one picture below the other; the colours come from the page or from a style of its own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from gatecheck.graph import Standing
from gatecheck.report.escape import one_line
from gatecheck.report.graph_scene import GAP, HEIGHT, Arrow, Box, Heading, Scene, scene
from gatecheck.report.graph_view import Sight, sights, tally, where

if TYPE_CHECKING:
    import networkx as nx

    from gatecheck.graph import Node

_TITLE = 44
STYLE = """\
.board{--back:#fff;--ink:#1c2330;--soft:#5b6575;--line:#9aa5b5;--plain:#eef1f5;--edge:#c3cad5;
--good:#1b7a3f;--good-back:#e3f4e9;--bad:#c3271d;--bad-back:#ffdcd8;--dead:#6c737e;--dead-back:#ececee;
font-family:ui-monospace,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){.board{--back:#161b23;--ink:#e6eaf0;--soft:#9aa5b5;--line:#5d6878;--plain:#232b36;
--edge:#3b4655;--good:#62cf8b;--good-back:#16341f;--bad:#ff8378;--bad-back:#4d1a17;--dead:#9ba2ad;--dead-back:#2a2d33}}
.board text{fill:var(--ink);font-size:12px}
.board .sub{fill:var(--soft);font-size:11px}
.board .name{font:700 18px system-ui,sans-serif}
.board .count{font:13px system-ui,sans-serif}
.board .head{fill:var(--soft);font:600 12px system-ui,sans-serif}
.board .head.bad{fill:var(--bad);font-size:14px}
.board .head.good{fill:var(--good)}
.board .box rect{fill:var(--plain);stroke:var(--edge);stroke-width:1.2}
.board .title{font-weight:600}
.board .mark{font-size:14px;font-weight:700}
.board .box.good rect{fill:var(--good-back);stroke:var(--good)}
.board .good .mark{fill:var(--good)}
.board .box.bad rect{fill:var(--bad-back);stroke:var(--bad);stroke-width:2.6}
.board .bad .title,.board .bad .sub,.board .bad .mark{fill:var(--bad)}
.board .box.dead rect{fill:var(--dead-back);stroke:var(--dead);stroke-dasharray:5 4;stroke-width:1.6}
.board .dead .title,.board .dead .sub,.board .dead .mark{fill:var(--dead)}
.board .box.counter.good rect{fill:var(--good);stroke:var(--good)}
.board .box.counter.good text{fill:var(--back)}
.line{fill:none;stroke:var(--line);stroke-width:1.2}
.line.good{stroke:var(--good);opacity:.75}
.line.bad,.none{stroke:var(--bad);stroke-width:2.2;fill:none}
.line.dead{stroke:var(--dead);stroke-dasharray:5 4}
.line.loads{stroke-dasharray:1.5 3}
.tip{fill:var(--line)}
.tip.good{fill:var(--good)}
.tip.bad{fill:var(--bad)}
.tip.dead{fill:var(--dead)}
"""
_MARKS = {"bad": "✗", "dead": "○", "good": "✓", "plain": ""}


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> str:
    """Return one SVG document."""
    parts: list[str] = []
    top, width = 8.0, 480.0
    for sight in sights(graph, roots):
        drawn = scene(sight)
        parts.append(f'<g transform="translate(0 {top:.0f})">{_title(sight)}')
        parts.append(f'<g transform="translate(0 {_TITLE})">{body(drawn)}</g></g>')
        top += _TITLE + drawn.height + 24
        width = max(width, drawn.width)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width:.0f} {top:.0f}"'
    size = f'width="{width:.0f}" height="{top:.0f}"'
    back = '<rect width="100%" height="100%" style="fill:var(--back)"/>'
    return f"{head} {size}><style>{STYLE}</style>{back}{''.join(parts)}</svg>\n"


def body(drawn: Scene) -> str:
    """Return the elements of one picture: lines below, boxes above them."""
    parts = [_line(arrow) for arrow in drawn.arrows]
    parts += [_heading(heading) for heading in drawn.headings]
    parts += [_box(box) for box in drawn.boxes]
    return "".join(parts)


def _title(sight: Sight) -> str:
    bad, dead, good = tally(sight)
    counts = f"{bad} not gated · {dead} with dead gates · {good} gated · {where(sight.root.place)}"
    name = f'<text class="name" x="14" y="20">{escape(one_line(sight.root.name))}</text>'
    return f'{name}<text class="count" x="14" y="40">{escape(counts)}</text>'


def _heading(heading: Heading) -> str:
    return (
        f'<text class="head {heading.tone}" x="{heading.left:.0f}" y="{heading.top:.0f}">{escape(heading.text)}</text>'
    )


def _box(box: Box) -> str:
    left, top = box.left, box.top
    tip = escape(f"{one_line(box.node.name)}, {where(box.node.place)}")
    data = f'data-id="{escape(one_line(box.node.id))}" data-text="{escape(one_line(box.node.name).lower())}"'
    radius = 20 if box.role in {"counter", "sync"} else 2 if box.role == "buffer" else 7
    mark = _MARKS[box.tone]
    parts = [
        f'<g class="box {box.role} {box.tone}" tabindex="0" role="button" {data}><title>{tip}</title>',
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{box.width:.0f}" height="{HEIGHT}" rx="{radius}"/>',
        f'<text class="title" x="{left + 13:.0f}" y="{top + 18:.0f}">{escape(box.title)}</text>',
        f'<text class="sub" x="{left + 13:.0f}" y="{top + 33:.0f}">{escape(box.sub)}</text>',
        f'<text class="mark" x="{left + box.width - 17:.0f}" y="{top + 18:.0f}">{mark}</text>' if mark else "",
        _nothing(box) if box.node.state is Standing.UNGATED and box.role == "accessor" else "",
    ]
    return "".join(parts) + "</g>"


def _nothing(box: Box) -> str:
    """A line that ends in a cross before it gets here, where others have one from the counter."""
    right, middle = box.left, box.middle
    cross = f"M{right - 34:.0f} {middle - 6:.0f}l12 12m0 -12l-12 12"
    return f'<path class="none" d="M{right:.0f} {middle:.0f}h-14{cross}"/>'


def _line(arrow: Arrow) -> str:
    ends = f'data-from="{escape(one_line(arrow.start.node.id))}" data-to="{escape(one_line(arrow.end.node.id))}"'
    path, tip = _curve(arrow)
    line = f'<path class="line {arrow.relation} {arrow.tone}" d="{path}"/>'
    point = f'<path class="tip {arrow.tone}" d="{tip}"/>'
    return f'<g class="way" {ends}><title>{escape(one_line(arrow.note))}</title>{line}{point}</g>'


def _curve(arrow: Arrow) -> tuple[str, str]:
    start, end = arrow.start, arrow.end
    y1, y2 = start.middle, end.middle
    if end.left > start.left:
        x1, x2, turn = start.left + start.width, end.left, GAP / 2
        tip = f"M{x2 - 8:.0f} {y2 - 4:.0f}l8 4l-8 4Z"
        bend = x2 - turn
        return (
            f"M{x1:.0f} {y1:.0f}H{bend - turn:.0f}C{bend:.0f} {y1:.0f} {bend:.0f} {y2:.0f} {x2 - 7:.0f} {y2:.0f}",
            tip,
        )
    if end.left < start.left:
        x1, x2 = start.left, end.left + end.width
        bend = x1 - GAP / 2
        tip = f"M{x2 + 8:.0f} {y2 - 4:.0f}l-8 4l8 4Z"
        return (
            f"M{x1:.0f} {y1:.0f}C{bend:.0f} {y1:.0f} {bend:.0f} {y2:.0f} {x1 - GAP + 6:.0f} {y2:.0f}H{x2 + 7:.0f}",
            tip,
        )
    x1, x2 = start.left + start.width, end.left + end.width
    out = max(x1, x2) + GAP / 2.4
    tip = f"M{x2 + 8:.0f} {y2 - 4:.0f}l-8 4l8 4Z"
    return f"M{x1:.0f} {y1:.0f}C{out:.0f} {y1:.0f} {out:.0f} {y2:.0f} {x2 + 7:.0f} {y2:.0f}", tip
