"""The edits of a fix as values, for those who show a fix without applying it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from gatecheck.findings import Finding, Place


class Edit(msgspec.Struct, frozen=True):
    """One replacement: the text of this place becomes ``text``; an empty place is an insertion."""

    place: Place
    text: str


Edits = Callable[[Finding], tuple[Edit, ...]]
"""Gives the edits of the fix on offer for a finding, or nothing."""


def none(_finding: Finding) -> tuple[Edit, ...]:
    """Offer nothing."""
    return ()
