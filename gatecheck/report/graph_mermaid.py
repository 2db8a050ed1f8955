"""The graph as a Mermaid flow chart, for pages that draw these: pull requests, wikis, notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gatecheck.graph import Kind, Node
from gatecheck.report.escape import one_line
from gatecheck.report.graph_plan import Plan, Wire, plan
from gatecheck.report.graph_view import near, tone

if TYPE_CHECKING:
    import networkx as nx

_BRACKETS = {Kind.BUFFER: ("[(", ")]"), Kind.COUNTER: ("([", "])"), Kind.CLASS: ("{{", "}}")}
_STYLES = (
    "  classDef good fill:#e3f4e9,stroke:#1b7a3f,color:#12371f",
    "  classDef bad fill:#ffdcd8,stroke:#c3271d,color:#7c150e,stroke-width:3px",
    "  classDef dead fill:#ececee,stroke:#767d88,color:#4b5059,stroke-dasharray:5 4",
    "  classDef plain fill:#eef1f5,stroke:#9aa5b5,color:#1c2330",
)
_SPECIAL = re.compile(r"[^\w .:,()/@~?-]")


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> str:
    """Return one flow chart."""
    drawn = plan(graph, roots)
    lines = ["flowchart LR", *_STYLES]
    for root in roots:
        lines += _cluster(drawn, root, "  ")
    lines += [_node(drawn, node, "  ") for node in drawn.loose]
    lines += [_edge(wire) for wire in drawn.wires]
    return "\n".join(lines) + "\n"


def _cluster(drawn: Plan, pool: Node, indent: str) -> list[str]:
    name = pool.name if pool.label == pool.name else f"{pool.label}: {pool.name}"
    lines = [f"{indent}subgraph n{drawn.number(pool)}[{_quoted(name, near(pool.place))}]"]
    lines += [_node(drawn, node, indent + "  ") for node in drawn.inside(pool)]
    for owned in drawn.owned(pool):
        lines += _cluster(drawn, owned, indent + "  ")
    return [*lines, f"{indent}end"]


def _node(drawn: Plan, node: Node, indent: str) -> str:
    left, right = _BRACKETS.get(node.kind, ("[", "]"))
    label = _quoted(node.label if node.owner else node.name, node.state.value, near(node.place))
    return f"{indent}n{drawn.number(node)}{left}{label}{right}:::{tone(node.state)}"


def _edge(wire: Wire) -> str:
    arrow = {"bad": "==>", "dead": "-.->"}.get(tone(wire.state), "-->")
    return f"  n{wire.start} {arrow}|{_quoted(wire.relation.value, near(wire.place))}| n{wire.end}"


def _quoted(*lines: str) -> str:
    escaped = (_SPECIAL.sub(lambda found: f"#{ord(found[0])};", one_line(line)) for line in lines if line)
    return '"' + "<br>".join(escaped) + '"'
