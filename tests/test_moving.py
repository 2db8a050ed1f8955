"""A report moves with the lines it names, or not at all."""

from __future__ import annotations

import msgspec

from gatecheck.findings import Confidence, Finding, Limit, Place, Report, Severity, Step
from gatecheck.moving import Move, moved


def place(line: int, file: str = "pool.py") -> Place:
    return Place(file, line, 1, line, 9)


def finding(symbol: str, line: int, *, sibling: int | None = None) -> Finding:
    return Finding(
        rule="GC001",
        name="ungated-read",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        place=place(line),
        symbol=symbol,
        message="",
        fingerprint=symbol,
        trace=(Step(place(line), symbol, "calls"), Step(place(3, "other.py"), "f", "reads")),
        sibling=Step(place(sibling), "g", "waits") if sibling is not None else None,
    )


REPORT = Report(
    "/tree",
    findings=(finding("a", 4), finding("b", 6, sibling=4)),
    limits=(Limit("other.py", 4, "f", "large"), Limit("pool.py", 4, "a", "large")),
    files=2,
)
DOWN = Move({4: 9, 6: 11}, {})


def test_everything_moves() -> None:
    expected = msgspec.structs.replace(
        REPORT,
        findings=(finding("a", 9), finding("b", 11, sibling=9)),
        limits=(Limit("other.py", 4, "f", "large"), Limit("pool.py", 9, "a", "large")),
    )
    assert moved(REPORT, {"pool.py": DOWN}) == expected
    assert moved(REPORT, {"third.py": Move({}, {})}) == REPORT


def test_findings_stay_in_the_order_of_their_places() -> None:
    report = msgspec.structs.replace(REPORT, findings=(finding("a", 4), finding("b", 4)), limits=())
    spans = {place(4): Place("pool.py", 5, 1, 5, 2)}
    apart = moved(report, {"pool.py": Move({}, spans)})
    assert apart is not None
    assert [each.place.line for each in apart.findings] == [5, 5]


def test_what_is_lost_is_never_guessed() -> None:
    for lines in ({4: 9}, {6: 11}, {}):
        assert moved(REPORT, {"pool.py": Move(lines, {})}) is None
    assert moved(REPORT, {"pool.py": DOWN, "other.py": Move({4: 4}, {})}) is None
    assert moved(REPORT, {"pool.py": DOWN, "other.py": Move({3: 3}, {})}) is None


def test_a_line_of_several_places_moves_where_all_go_together() -> None:
    together = {Place("pool.py", 4, 1, 4, 2): place(7), Place("pool.py", 4, 1, 4, 3): place(7)}
    assert Move({}, together).line(4) == 7
    assert Move({}, together | {Place("pool.py", 4, 5, 4, 6): place(8)}).line(4) is None
