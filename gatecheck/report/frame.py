"""A code frame: the lines around a place with numbers, and marks under the place itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.report.escape import source_line
from gatecheck.report.ink import Ink

if TYPE_CHECKING:
    from gatecheck.findings import Place

_BEFORE = 2
_MARKED = 4
_WIDEST = 200


def frame(place: Place, lines: tuple[str, ...], style: str) -> Ink:
    """Return the frame, or nothing where the lines are not there (a file that vanished or shrank)."""
    text = Ink()
    if place.line > len(lines):
        return text
    last = min(place.end_line, place.line + _MARKED - 1, len(lines))
    width = len(str(last))
    text.append(f"{' ' * width} |\n", "blue")
    for number in range(max(1, place.line - _BEFORE), last + 1):
        line = lines[number - 1]
        text.append(f"{number:>{width}} | ", "blue")
        text.append(f"{source_line(line)[:_WIDEST]}\n")
        if number >= place.line:
            text.append(f"{' ' * width} | ", "blue")
            text.append(f"{_marks(place, number, line)}\n", style)
    return text


def _cells(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _marks(place: Place, number: int, line: str) -> str:
    start = place.column - 1 if number == place.line else len(line) - len(line.lstrip())
    end = place.end_column - 1 if number == place.end_line else len(line.rstrip())
    before = _cells(source_line(line[:start])[:_WIDEST])
    marked = _cells(source_line(line[:end])[:_WIDEST]) - before
    return " " * before + "^" * max(marked, 1)
