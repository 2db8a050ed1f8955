"""The Markdown summary."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Failure, Place, Report
from gatecheck.report.markdown import render
from tests.records import finding, report


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report(), "python") == snapshot


@pytest.mark.parametrize(
    ("given", "headline"),
    [
        (Report("/x"), "nothing to check"),
        (Report("/x", files=1), "no findings"),
        (Report("/x", files=1, protocol=False), "nothing to check"),
        (Report("/x", files=1, failed=(Failure("a.py", "broken"),)), "not everything could be checked"),
        (Report("/x", (finding(),), files=1), "1 finding"),
    ],
)
def test_headline(given: Report, headline: str) -> None:
    assert render(given, "").splitlines()[0] == f"## gatecheck: {headline}"


def test_no_text_becomes_markup() -> None:
    evil = "<img src=x> [a](b) `c` | d\n# e"
    found = finding(message=evil, symbol=evil, place=Place(f"{evil}.py", 1, 1, 1, 2), trace=(), sibling=None)
    text = render(Report("/x", (found,), (Failure(evil, evil),)), "")
    rows = [line for line in text.splitlines() if line.startswith("| GC")]
    assert len(rows) == 1
    assert rows[0].count("|") == 5
    outside = "".join(text.split("`")[::2]).replace("\\<", "")
    assert "<img" not in outside
