"""The graph of small programs: its nodes, its edges, the places of both, and what every form of it shows."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import msgspec
import pytest

from gatecheck import graph as g
from gatecheck.config import Settings
from gatecheck.facts.collect import collect
from gatecheck.facts.locate import Locator
from gatecheck.facts.records import FileFacts
from gatecheck.flow.analyse import Analysis
from gatecheck.graph import Kind, Relation, Standing
from gatecheck.graph_ways import build
from gatecheck.program.build import link
from gatecheck.program.protocol import derive
from gatecheck.report import graph_dot, graph_json, graph_mermaid, graph_page, graph_svg, graph_tree
from tests.small_protocol import PROTOCOL, UNGATED

SCHEMA = json.loads((Path(__file__).parent / "schemas/gatecheck-graph-1.json").read_text(encoding="utf-8"))
POOLS = (
    PROTOCOL
    + UNGATED.format(comment="")
    + """

class Facade(Pool):
    def __init__(self, size, layer_num):
        self.inner = Pool(size, layer_num)
        self.counter = None

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
        self.inner.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        return self.inner.get_rows(layer_id)

    def get_doubled(self, layer_id):
        self.counter.wait_until(layer_id)
        return self.inner.doubled(layer_id)


class Inner(Pool):
    def doubled(self, layer_id):
        return self.rows[layer_id] * 2


class Holder(Pool):
    def __init__(self, size, layer_num):
        self.inner = Inner(size, layer_num)
        self.counter = None

    def register_layer_transfer_counter(self, counter):
        self.counter = counter

    def get_doubled(self, layer_id):
        self.counter.wait_until(layer_id)
        return self.inner.doubled(layer_id)


class Branchy(Pool):
    def get_rows(self, layer_id, wait=False):
        if wait:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]

"""
)
FORMS = {
    "text": graph_tree.render,
    "dot": graph_dot.render,
    "mermaid": graph_mermaid.render,
    "svg": graph_svg.render,
    "html": graph_page.render,
    "json": graph_json.render,
}


def graph_of(text: str) -> Any:
    facts = collect("pool.py", text, lambda _: True)
    assert isinstance(facts, FileFacts)
    program = link([facts])
    analysis = Analysis(program, derive(program, Settings()), Settings())
    cases = analysis.run()
    return build(analysis, cases, Locator(lambda _: text, frozenset()))


@pytest.fixture(scope="module")
def pools() -> Any:
    return graph_of(POOLS)


def node(graph: Any, kind: Kind, root: str, name: str) -> g.Node:
    """The one node of a kind and a name that belongs to a root."""
    (found,) = (n for n in g.nodes(graph, kind) if n.name == name and (not n.root or g.get(graph, n.root).name == root))
    return found


def edges(graph: Any, relation: Relation, root: str = "") -> set[tuple[str, str, int]]:
    """Names of both ends and the line, of the edges that touch a root."""
    found = set()
    for each in g.links(graph, relation):
        ends = g.get(graph, each.source), g.get(graph, each.target)
        roots = {g.get(graph, end.root).name for end in ends if end.root}
        if not root or root in roots:
            found.add((ends[0].name, ends[1].name, each.edge.place.line if each.edge.place else 0))
    return found


def line(part: str, nth: int = 0) -> int:
    lines = [number for number, text in enumerate(POOLS.splitlines(), 1) if part in text]
    return lines[nth]


def test_an_accessor_that_does_not_wait(pools: Any) -> None:
    hasty = node(pools, Kind.METHOD, "HastyPool", "HastyPool.get_first_row")
    assert (hasty.state, hasty.entry) == (Standing.UNGATED, True)
    assert hasty.place is not None
    assert hasty.place.line == line("def get_first_row")
    assert node(pools, Kind.METHOD, "HastyPool", "Pool.get_rows").state is Standing.GATED
    read = ("HastyPool.get_first_row", "Pool.rows", line("[0].clone()"))
    assert read in edges(pools, Relation.READS, "HastyPool")
    gates = edges(pools, Relation.GATES, "HastyPool")
    assert gates == {("HastyPool.counter", "Pool.get_rows", line("self.counter.wait_until"))}


def test_a_dead_gate_and_who_killed_it(pools: Any) -> None:
    assert node(pools, Kind.METHOD, "Facade", "Facade.get_rows").state is Standing.DEAD
    assert node(pools, Kind.COUNTER, "Facade", "Facade.counter").state is Standing.LIVE
    assert node(pools, Kind.COUNTER, "Facade", "Pool.counter").state is Standing.MUTED
    muted = {("Facade.register_layer_transfer_counter", "Pool.counter", line("register_layer_transfer_counter(None)"))}
    assert edges(pools, Relation.MUTES) == muted
    assert ("Pool.counter", "Facade.get_rows", line("self.counter.wait_until")) in edges(
        pools, Relation.GATES, "Facade"
    )


def test_ways_through_an_owned_pool(pools: Any) -> None:
    holder = node(pools, Kind.METHOD, "Holder", "Holder.get_doubled")
    assert holder.state is Standing.GATED
    call = line("return self.inner.doubled(layer_id)", 1)
    assert ("Holder.get_doubled", "Inner.doubled", call) in edges(pools, Relation.DELEGATES, "Holder")
    assert ("Inner.doubled", "Pool.rows", line("* 2")) in edges(pools, Relation.READS, "Holder")
    assert ("Holder", "Inner", line("self.inner = Inner")) in edges(pools, Relation.OWNS, "Holder")
    inner = node(pools, Kind.POOL, "Holder", "Inner")
    assert g.get(pools, inner.owner).name == "Holder"
    assert {("Inner", "Pool"), ("Holder", "Pool"), ("HastyPool", "Pool")} <= {
        (start, end) for start, end, _ in edges(pools, Relation.INHERITS)
    }


def test_a_wait_on_some_ways(pools: Any) -> None:
    assert node(pools, Kind.METHOD, "Branchy", "Branchy.get_rows").state is Standing.PARTIAL


def test_loads_writes_and_registrations(pools: Any) -> None:
    loads = edges(pools, Relation.LOADS, "HastyPool")
    assert loads == {("HostPool.load_to_device_per_layer", "Pool.rows", line("device_pool.rows[layer_id]"))}
    assert node(pools, Kind.BUFFER, "HastyPool", "Pool.rows").state is Standing.LOADED
    called = ("Controller.__init__", "Pool.register_layer_transfer_counter", line("pool.register_layer"))
    assert called in edges(pools, Relation.REGISTERS, "HastyPool")
    stored = ("Pool.register_layer_transfer_counter", "HastyPool.counter", line("self.counter = counter"))
    assert stored in edges(pools, Relation.REGISTERS, "HastyPool")


def test_a_load_that_writes_in_a_helper() -> None:
    direct = "device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)"
    called = "self._copy(device_pool.rows[layer_id], device_indices, self.host[layer_id])"
    helper = "\n\n    def _copy(self, target, indices, rows):\n        target[indices] = rows"
    assert direct in PROTOCOL
    graph = graph_of(PROTOCOL.replace(direct, called + helper))
    assert {each[:2] for each in edges(graph, Relation.WRITES)} == {("HostPool._copy", "Pool.rows")}
    assert {each[:2] for each in edges(graph, Relation.LOADS)} == {("HostPool.load_to_device_per_layer", "Pool.rows")}


def test_a_reader_outside_the_pool() -> None:
    reader = """

class Backend:
    def __init__(self, pool: Pool):
        self.pool = pool

    def forward(self, layer_id):
        return self.pool.rows[layer_id].clone()
"""
    graph = graph_of(PROTOCOL + reader)
    outside = node(graph, Kind.METHOD, "Pool", "Backend.forward")
    assert (outside.state, outside.entry, outside.owner) == (Standing.UNGATED, True, "")
    assert ("Backend.forward", "Pool.rows") in {each[:2] for each in edges(graph, Relation.READS)}
    assert "Not gated, outside the pool" in graph_svg.render(graph, g.roots(graph))
    assert "nothing waits, outside the pool" in graph_tree.render(graph, g.roots(graph))


def test_every_node_belongs_somewhere_and_every_edge_has_ends(pools: Any) -> None:
    known = {each.id for each in g.nodes(pools)}
    for each in g.nodes(pools):
        assert each.root in known | {""}
        assert each.owner in known | {""}
        assert each.place is not None
    for found in g.links(pools):
        assert {found.source, found.target, *found.edge.via} <= known


def test_a_part_holds_one_root_and_its_classes(pools: Any) -> None:
    (root,) = (each for each in g.roots(pools) if each.name == "Holder")
    part = g.part(pools, root.id)
    assert {g.get(part, ident).root for ident in part} == {"", root.id}
    assert {each.name for each in g.nodes(part, Kind.CLASS)} == {"Holder", "Inner", "Pool"}
    assert g.roots(part) == (root,)


def test_the_tree_names_what_is_not_gated_first(pools: Any) -> None:
    (root,) = (each for each in g.roots(pools) if each.name == "HastyPool")
    lines = graph_tree.render(pools, (root,)).splitlines()
    assert lines[0].startswith("HastyPool  pool.py:")
    assert "1 not gated, 0 with dead gates, 1 gated" in lines[0]
    assert lines[1:3] == [
        "├── not gated",
        f"│   └── ✗ HastyPool.get_first_row  pool.py:{line('def get_first_row')}  nothing waits",
    ]
    assert any("waits on HastyPool.counter in Pool.get_rows" in each for each in lines)
    assert graph_tree.render(pools, ()) == "no pool is registered here\n"


def test_json_keeps_to_its_schema(pools: Any) -> None:
    document = json.loads(graph_json.render(pools, g.roots(pools)))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert document["schema"] == "gatecheck-graph/1"
    assert len(document["nodes"]) == len(g.nodes(pools))
    ids = {each["id"] for each in document["nodes"]}
    assert {each["source"] for each in document["edges"]} | {each["target"] for each in document["edges"]} <= ids


def test_dot_nests_pools_and_colours_accessors(pools: Any) -> None:
    (root,) = (each for each in g.roots(pools) if each.name == "Facade")
    text = graph_dot.render(pools, (root,))
    assert text.count("subgraph cluster_") == 2
    assert text.count("{") == text.count("}")
    assert re.search(r'n\d+ \[label="get_rows\\ndead\\npool.py:\d+",fillcolor="#ececee"', text)
    assert re.search(r'n\d+ -> n\d+ \[label="mutes\\npool.py:\d+"', text)


def test_mermaid_nests_pools_and_colours_accessors(pools: Any) -> None:
    text = graph_mermaid.render(pools, g.roots(pools))
    assert text.startswith("flowchart LR\n")
    assert text.count("subgraph ") == text.count("\n  end\n") + text.count("\n    end\n")
    assert re.search(r'n\d+\["get_first_row<br>ungated<br>pool.py:\d+"\]:::bad', text)
    assert re.search(r'n\d+ ==>\|"reads<br>pool.py:\d+"\| n\d+', text)


def test_svg_is_well_formed_and_marks_what_nothing_waits_for(pools: Any) -> None:
    root = ET.fromstring(graph_svg.render(pools, g.roots(pools)))
    space = "{http://www.w3.org/2000/svg}"
    boxes = [each for each in root.iter(f"{space}g") if (each.get("class") or "").startswith("box")]
    red = [each for each in boxes if "accessor bad" in (each.get("class") or "")]
    assert [each.find(f"{space}text").text for each in red] == ["get_first_row", "get_rows"]  # type: ignore[union-attr]
    assert [each.find(f"{space}path") is not None for each in red] == [True, False]
    counters = [each for each in boxes if "counter" in (each.get("class") or "")]
    assert {each.get("class") for each in counters} == {"box counter good", "box counter dead"}


def test_boxes_of_a_picture_never_overlap(pools: Any) -> None:
    from gatecheck.report.graph_scene import HEIGHT, scene
    from gatecheck.report.graph_view import sights

    for sight in sights(pools, g.roots(pools)):
        drawn = scene(sight)
        for one in drawn.boxes:
            assert one.left >= 0
            assert one.left + one.width <= drawn.width
            assert one.top + HEIGHT <= drawn.height
            for other in drawn.boxes:
                apart = one.left + one.width <= other.left or other.left + other.width <= one.left
                assert one is other or apart or abs(one.top - other.top) >= HEIGHT


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        addresses = [value or "" for key, value in attrs if key in {"src", "href"}]
        self.fetched += [each for each in addresses if not each.startswith("#")]


def test_the_page_fetches_nothing_and_knows_every_box(pools: Any) -> None:
    text = graph_page.render(pools, g.roots(pools))
    assert text.startswith("<!doctype html>")
    page = _Page()
    page.feed(text)
    assert page.fetched == []
    assert not {"link", "img", "iframe", "object", "embed"} & set(page.tags)
    assert "default-src 'none'" in text
    shown = set(re.findall(r'data-id="([^"]*)"', text))
    assert shown <= set(re.findall(r'data-detail="([^"]*)"', text))
    assert "2 not gated" in text


HOSTILE = '"><script>alert(1)</script>\\n]]>--><b>'


@pytest.mark.parametrize("form", FORMS)
def test_no_name_breaks_out_of_its_form(pools: Any, form: str) -> None:
    graph = type(pools)()
    for each in g.nodes(pools):
        label, name = f"{each.label}{HOSTILE}", f"{each.name}{HOSTILE}\x1b[31m"
        g.add_node(graph, msgspec.structs.replace(each, label=label, name=name))
    for found in g.links(pools):
        g.add_link(graph, found)
    text = FORMS[form](graph, g.roots(graph))
    assert "\x1b" not in text
    if form in {"svg", "html"}:
        assert "<script>alert" not in text
    if form == "svg":
        ET.fromstring(text)
    if form == "json":
        json.loads(text)
    if form == "dot":
        assert all(len(re.findall(r'(?<!\\)"', each)) % 2 == 0 for each in text.splitlines())
    if form == "mermaid":
        assert "<script" not in text


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_without_a_protocol(form: str) -> None:
    graph = type(graph_of(POOLS))()
    assert FORMS[form](graph, ())
