"""The edits of a fix as values, for those who show a fix without applying it."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from gatecheck.findings import Finding, Place

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class Edit(msgspec.Struct, frozen=True):
    """One replacement: the text of this place becomes ``text``; an empty place is an insertion."""

    place: Place
    text: str


Edits = Callable[[Finding], tuple[Edit, ...]]
"""Gives the edits of the fix on offer for a finding, or nothing."""


def none(_finding: Finding) -> tuple[Edit, ...]:
    """Offer nothing."""
    return ()


def between(file: str, old: str, new: str) -> tuple[Edit, ...]:
    """Return the edits that turn the old text of a file into the new one, whole lines at a time, in order.

    Lines end as Python's do, so that a form feed or a separator of Unicode inside a line never splits it.
    """
    import difflib

    before, after = _LINE.findall(old), _LINE.findall(new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        Edit(_span(file, before, first, last), "".join(after[start:end]))
        for kind, first, last, start, end in matcher.get_opcodes()
        if kind != "equal"
    )


def _span(file: str, lines: list[str], first: int, last: int) -> Place:
    """Return the place of the lines from ``first`` up to ``last``, counted from 0."""
    start_line, start_column = _before(lines, first)
    end_line, end_column = _before(lines, last)
    return Place(file, start_line, start_column, end_line, end_column)


def _before(lines: list[str], number: int) -> tuple[int, int]:
    """Return where a line begins; behind a last line that has no end, that is on this line itself."""
    if number == len(lines) and lines and not lines[-1].endswith(("\r", "\n")):
        return number, len(lines[-1]) + 1
    return number + 1, 1
