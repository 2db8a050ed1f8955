"""The graph in Graphviz' language: a cluster for each pool, inside the cluster of the pool that owns it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.graph import Kind, Node
from gatecheck.report.escape import one_line
from gatecheck.report.graph_plan import Plan, Wire, plan
from gatecheck.report.graph_view import near, tone

if TYPE_CHECKING:
    import networkx as nx

_FILL = {"good": "#e3f4e9", "bad": "#ffdcd8", "dead": "#ececee", "plain": "#eef1f5"}
_LINE = {"good": "#1b7a3f", "bad": "#c3271d", "dead": "#767d88", "plain": "#7b8696"}
_SHAPES = {Kind.BUFFER: "box3d", Kind.COUNTER: "ellipse", Kind.CLASS: "note"}


def render(graph: nx.MultiDiGraph, roots: tuple[Node, ...]) -> str:
    """Return one digraph."""
    drawn = plan(graph, roots)
    lines = [
        "digraph gatecheck {",
        '  rankdir=LR; compound=true; fontname="sans-serif";',
        '  node [shape=box, style="filled,rounded", fontname="monospace", fontsize=11];',
        '  edge [fontname="sans-serif", fontsize=9];',
    ]
    for root in roots:
        lines += _cluster(drawn, root, "  ")
    lines += [_node(drawn, node, "  ") for node in drawn.loose]
    lines += [_edge(wire) for wire in drawn.wires]
    return "\n".join([*lines, "}"]) + "\n"


def _cluster(drawn: Plan, pool: Node, indent: str) -> list[str]:
    name = pool.name if pool.label == pool.name else f"{pool.label}: {pool.name}"
    lines = [f"{indent}subgraph cluster_{drawn.number(pool)} {{"]
    lines.append(f'{indent}  label={_quoted(name, near(pool.place))}; style=rounded; color="#c3cad5";')
    lines += [_node(drawn, node, indent + "  ") for node in drawn.inside(pool)]
    for owned in drawn.owned(pool):
        lines += _cluster(drawn, owned, indent + "  ")
    return [*lines, f"{indent}}}"]


def _node(drawn: Plan, node: Node, indent: str) -> str:
    colour = tone(node.state)
    label = node.label if node.owner else node.name
    dashed = ',style="filled,dashed"' if colour == "dead" else ""
    shape = f",shape={_SHAPES[node.kind]}" if node.kind in _SHAPES else ""
    paint = f'fillcolor="{_FILL[colour]}",color="{_LINE[colour]}"'
    said = node.state.value
    return f"{indent}n{drawn.number(node)} [label={_quoted(label, said, near(node.place))},{paint}{shape}{dashed}];"


def _edge(wire: Wire) -> str:
    colour = _LINE[tone(wire.state)]
    style = ",style=dashed" if tone(wire.state) == "dead" else ""
    label = _quoted(wire.relation.value, near(wire.place))
    return f'  n{wire.start} -> n{wire.end} [label={label},color="{colour}"{style}];'


def _quoted(*lines: str) -> str:
    escaped = (one_line(line).replace("\\", "\\\\").replace('"', '\\"') for line in lines if line)
    return '"' + "\\n".join(escaped) + '"'
