"""The text report: whole outputs, and nothing harmful in them."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from gatecheck.findings import Confidence, Failure, Place, Report
from gatecheck.report.text import Options, render
from tests.records import POOL, finding, lines, report


def test_whole_report(snapshot: SnapshotAssertion) -> None:
    assert render(report(), lines, Options()) == snapshot


def test_everything_at_once(snapshot: SnapshotAssertion) -> None:
    options = Options(
        verbose=True, statistics=True, timings=True, min_confidence=Confidence.LOW, notes=("loop is not followed",)
    )
    assert render(report(), lines, options) == snapshot


def test_colors(snapshot: SnapshotAssertion) -> None:
    assert render(report(), lines, Options(color=True)) == snapshot


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (Report("/x"), "No Python file in /x: nothing to check.\n"),
        (
            Report("/x", files=3, protocol=False),
            "Nothing to check: no file waits for a layer's load; 3 files in 0.0 s.\n",
        ),
        (Report("/x", files=1, seconds=0.12), "No findings: 1 file in 0.1 s.\n"),
    ],
)
def test_clean_runs_say_what_they_saw(given: Report, sentence: str) -> None:
    assert render(given, lines, Options()) == sentence


def test_nothing_from_a_file_reaches_the_terminal_raw() -> None:
    evil = "\x1b[31m\u202e\r\x07"
    found = finding(message=evil, symbol=f"A{evil}.f", roots=(evil,), buffer=evil, place=Place(evil, 1, 1, 1, 2))
    text = render(Report("/x", (found,), (Failure(evil, evil),), files=1), lambda _: (evil,), Options())
    assert not set("\x1b\u202e\r\x07") & set(text)
    assert "\\x1b[31m\\u202e\\x0d\\x07" in text


def test_frame_marks_wide_characters_and_tabs_in_place() -> None:
    source = ("def f():", "\t名 = buf[名]; read(buf)")
    found = finding(place=Place(POOL, 2, 14, 2, 23))
    text = render(Report("/x", (found,), files=1), lambda _: source, Options())
    code, marks = text.splitlines()[4:6]
    # Each of the two ideographs fills two cells, and the tab four.
    assert code == "2 |     名 = buf[名]; read(buf)"
    assert marks == "  | " + " " * 18 + "^" * 9


def test_frame_of_many_lines_is_cut() -> None:
    source = tuple(f"    line{number}(" for number in range(1, 30))
    text = render(Report("/x", (finding(place=Place(POOL, 3, 5, 20, 6)),), files=1), lambda _: source, Options())
    assert "line6" in text
    assert "line7" not in text


def test_a_vanished_file_has_no_frame() -> None:
    text = render(Report("/x", (finding(),), files=1), lambda _: (), Options())
    assert "^" not in text
    assert f"--> {POOL}:8:15 in IndexedPool.get_index_k_continuous" in text
