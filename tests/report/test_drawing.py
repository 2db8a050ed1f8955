"""The drawing of the pools involved."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from gatecheck.findings import Confidence, Place, Report, State, Step
from gatecheck.report.drawing import Node, graph, svg
from tests.records import POOL, finding, report


def way(*symbols: str) -> tuple[Step, ...]:
    return tuple(Step(Place(POOL, 1, 1, 1, 2), symbol, "") for symbol in symbols)


def test_what_findings_share_is_there_once() -> None:
    found = (
        finding(symbol="A.f", roots=("Outer",), trace=way("A.f", "A.f", "Inner.g"), buffer="Inner.k"),
        finding(symbol="A.h", roots=("Outer", "Other"), trace=way("A.h", "Inner.g"), buffer="Inner.k"),
    )
    drawn = graph(Report("/x", found))
    assert [[node.label for node in column] for column in drawn.columns] == [
        ["Other", "Outer"],
        ["A.h", "A.f"],
        ["Inner.g"],
        ["Inner.k"],
    ]
    assert (Node(2, "call", "Inner.g"), Node(3, "buffer", "Inner.k")) in drawn.arrows
    assert len(drawn.arrows) == 6


def test_only_findings_that_fail_a_run_are_drawn() -> None:
    quiet = (finding(state=State.BASELINED), finding(confidence=Confidence.LOW), finding(buffer=None))
    assert svg(graph(Report("/x", quiet))) == ""
    assert svg(graph(Report("/x"))) == ""


def test_the_drawing_is_one_element_of_harmless_text() -> None:
    evil = "</text><script>\x1b]]>&" + "x" * 80
    text = svg(graph(Report("/x", (finding(roots=(evil,), symbol=evil, buffer=evil, trace=()),))))
    root = ET.fromstring(text)
    assert {element.tag for element in root.iter()} == {"svg", "g", "title", "rect", "text", "path"}
    assert "\x1b" not in text


def test_boxes_lie_inside_and_never_overlap() -> None:
    root = ET.fromstring(svg(graph(report())))
    width, height = (float(value) for value in root.attrib["viewBox"].split()[2:])
    boxes = [tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height")) for box in root.iter("rect")]
    assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    for number, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[number + 1 :]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
