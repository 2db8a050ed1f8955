"""Workflow commands: one a finding, and nothing in a finding can make another."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Failure, Place, Report
from gatecheck.report.github import render
from tests.records import finding, report


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report(), "python") == snapshot


def test_a_finding_cannot_start_a_command_of_its_own() -> None:
    evil = "x\n::set-env name=A::b\r,line=9:%0A"
    found = finding(message=evil, symbol=evil, place=Place(f"a{evil}.py", 1, 1, 1, 2), trace=(), sibling=None)
    text = render(Report("/x", (found,), (Failure(evil, evil),)), "")
    assert len(text.splitlines()) == 2
    assert all(line.startswith("::error ") for line in text.splitlines())
    properties, _, message = text.splitlines()[0].removeprefix("::error ").partition("::")
    assert properties.count(",line=") == 1
    assert "a" + "x\\x0a%3A%3Aset-env name=A%3A%3Ab\\x0d%2Cline=9%3A%250A.py" in properties
    assert "%250A" in message


def test_columns_are_left_out_for_spans_over_several_lines() -> None:
    assert "col=" not in render(Report("/x", (finding(place=Place("a.py", 1, 1, 2, 2)),)), "")


def test_a_failure_of_the_run_names_no_file() -> None:
    text = render(Report("/x", failed=(Failure(".", "internal error: E"),)), "p")
    assert text == "::error title=gatecheck failed::internal error: E\n"
