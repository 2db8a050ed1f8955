"""A report on a tree of which some files have other texts by now that tell the same: the same, at other lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.findings import Finding, Limit, Place, Report, Step

if TYPE_CHECKING:
    from collections.abc import Mapping


class Move(msgspec.Struct, frozen=True):
    """Where the lines of one file have gone, and the places inside definitions that are written in another way."""

    lines: dict[int, int]
    spans: dict[Place, Place]

    def place(self, place: Place) -> Place | None:
        """Where a place has gone; None where that is not known."""
        line, end = self.lines.get(place.line), self.lines.get(place.end_line)
        if line is None or end is None:
            return self.spans.get(place)
        return Place(place.file, line, place.column, end, place.end_column)

    def line(self, line: int) -> int | None:
        """Where what starts on a line has gone; None where that is not known, or not the same for all of it."""
        if line in self.lines:
            return self.lines[line]
        found = {now.line for was, now in self.spans.items() if was.line == line}
        return found.pop() if len(found) == 1 else None


class _Lost(Exception):  # noqa: N818 - no error: the report is made anew
    """Something of a report stands where nothing is known of."""


def moved(report: Report, moves: Mapping[str, Move]) -> Report | None:
    """The report with every place where it stands now; None where one of them is not known."""
    try:
        findings = tuple(_finding(finding, moves) for finding in report.findings)
        limits = tuple(sorted(_limit(limit, moves) for limit in report.limits))
    except _Lost:
        return None
    ordered = tuple(sorted(findings, key=lambda f: (f.place, f.rule, f.symbol)))
    return msgspec.structs.replace(report, findings=ordered, limits=limits)


def _finding(finding: Finding, moves: Mapping[str, Move]) -> Finding:
    return msgspec.structs.replace(
        finding,
        place=_place(finding.place, moves),
        trace=tuple(_step(step, moves) for step in finding.trace),
        sibling=_step(finding.sibling, moves) if finding.sibling is not None else None,
    )


def _step(step: Step, moves: Mapping[str, Move]) -> Step:
    return msgspec.structs.replace(step, place=_place(step.place, moves))


def _place(place: Place, moves: Mapping[str, Move]) -> Place:
    move = moves.get(place.file)
    found = move.place(place) if move is not None else place
    if found is None:
        raise _Lost
    return found


def _limit(limit: Limit, moves: Mapping[str, Move]) -> Limit:
    move = moves.get(limit.file)
    line = move.line(limit.line) if move is not None else limit.line
    if line is None:
        raise _Lost
    return msgspec.structs.replace(limit, line=line)
