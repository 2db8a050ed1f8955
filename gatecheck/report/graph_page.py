"""The graph as one HTML file: pictures, a search, and what is known about whatever is clicked; nothing is fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.graph import OPEN, Node, Standing
from gatecheck.report import graph_svg
from gatecheck.report.escape import one_line
from gatecheck.report.graph_detail import Detail, details
from gatecheck.report.graph_scene import scene
from gatecheck.report.graph_view import WORDS, Sight, heading_of, proof, sights, tally, tone, where

if TYPE_CHECKING:
    import networkx as nx


class Row(msgspec.Struct, frozen=True):
    """One line of the summary above a picture."""

    id: str
    name: str
    tone: str
    said: str
    place: str


class Section(msgspec.Struct, frozen=True):
    """One root with its picture."""

    anchor: str
    name: str
    place: str
    bad: int
    dead: int
    good: int
    open: tuple[Row, ...]
    counters: tuple[Row, ...]
    idle: tuple[str, ...]
    width: int
    height: int
    picture: str
    details: tuple[Detail, ...]


class Sheet(msgspec.Struct, frozen=True):
    """All that the template is given."""

    version: str
    root: str
    headline: str
    style: str
    sections: tuple[Section, ...]


class Context(msgspec.Struct, frozen=True):
    """What the graph does not hold."""

    version: str = ""
    root: str = ""


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...], context: Context | None = None) -> str:
    """Return the page; every text of it is escaped, whatever the scanned files hold."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("gatecheck.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found = sorted(sights(graph, roots), key=lambda sight: (tuple(-n for n in tally(sight)), sight.root.name))
    sections = tuple(_section(number, sight) for number, sight in enumerate(found))
    given = context or Context()
    sheet = Sheet(given.version, one_line(given.root), _headline(sections), graph_svg.STYLE, sections)
    return environment.get_template("graph_page.html.j2").render(sheet=sheet) + "\n"


def _headline(sections: tuple[Section, ...]) -> str:
    if not sections:
        return "No pool is registered here"
    name = sections[0].name if len(sections) == 1 else f"{len(sections)} pools"
    bad, dead, good = (
        sum(section.bad for section in sections),
        sum(section.dead for section in sections),
        sum(section.good for section in sections),
    )
    if not bad + dead + good:
        return f"{name}: no accessor reads a loaded buffer"
    counts = [f"{bad} not gated"] if bad else []
    counts += [f"{dead} with dead gates"] if dead else []
    return f"{name}: {', '.join(counts) or 'every accessor is gated'}"


def _section(number: int, sight: Sight) -> Section:
    drawn = scene(sight)
    bad, dead, good = tally(sight)
    return Section(
        anchor=f"pool-{number}",
        name=one_line(sight.root.name),
        place=where(sight.root.place),
        bad=bad,
        dead=dead,
        good=good,
        open=tuple(_open(sight, node) for node in sight.accessors if node.state in OPEN or node.state is Standing.DEAD),
        counters=tuple(_counter(sight, node) for node in sight.counters if node.place is not None),
        idle=tuple(one_line(node.name) for node in sight.idle),
        width=round(drawn.width),
        height=round(drawn.height),
        picture=graph_svg.body(drawn),
        details=details(sight),
    )


def _open(sight: Sight, node: Node) -> Row:
    edge = proof(sight, node)
    place = where(edge.place) if edge is not None else where(node.place)
    said = ", ".join(filter(None, (WORDS[node.state], "" if node.owner else "outside the pool", node.detail)))
    return Row(one_line(node.id), one_line(node.name), tone(node.state), said, place)


def _counter(sight: Sight, node: Node) -> Row:
    owned = node.owner != sight.root.id
    said = f"{WORDS[node.state]}, in {heading_of(sight, node.owner)}" if owned else WORDS[node.state]
    return Row(one_line(node.id), one_line(node.name), tone(node.state), said, where(node.place))
