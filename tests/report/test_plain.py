"""One line a finding, in the form of SGLang's own scripts."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Place, Report
from gatecheck.report.plain import render
from tests.records import finding, report


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report()) == snapshot


def test_a_message_stays_on_its_line() -> None:
    found = finding(message="a\nb\x1b", place=Place("p\nq.py", 1, 1, 1, 1), symbol="<module>")
    assert render(Report("/x", (found,))) == "p\\x0aq.py:1: <module> GC001 ungated-read: a\\x0ab\\x1b\n"
