"""The edits of a fix as values. Nothing here knows how source is parsed; :mod:`gatecheck.fixes.codemod` applies them.

A place in a function is the ordinal of one of its nodes, as the facts number them, so that an edit says exactly which
statement it means however often the same text stands in the file.
"""

from __future__ import annotations

import msgspec

from gatecheck.findings import FixOffer, Safety
from gatecheck.fixes.source import Line


class Where(msgspec.Struct, frozen=True):
    """A function of a file: what was parsed at once, and the ordinal of the definition in it."""

    path: str
    chunk: int
    function: int


INNERMOST = -1
"""Stands for the block of a statement that bears no ordinal itself: the innermost one around the place."""


class Insert(msgspec.Struct, frozen=True):
    """Put lines before the statement that holds node ``before``, in the block of the statement ``block``.

    ``block`` is the ordinal of the function, branch, loop or ``with`` whose body it is, or :data:`INNERMOST`;
    ``before`` None means the end.
    """

    where: Where
    block: int
    before: int | None
    lines: tuple[Line, ...]


class Replace(msgspec.Struct, frozen=True):
    """Write an expression anew: node ``at`` becomes ``text``."""

    where: Where
    at: int
    text: str


class Move(msgspec.Struct, frozen=True):
    """Take the statement that holds node ``at`` out of its block, and put it before the one that holds ``before``.

    ``along`` are nodes of further statements of its block that go in front of it, in this order.
    """

    where: Where
    at: int
    block: int
    before: int
    along: tuple[int, ...] = ()


class AddMethod(msgspec.Struct, frozen=True):
    """Put a new method behind the method ``where`` of the same class, one blank line between."""

    where: Where
    lines: tuple[Line, ...]


Edit = Insert | Replace | Move | AddMethod


class Proposal(msgspec.Struct, frozen=True):
    """One way to repair one finding: what is said about it, and the edits, applied in this order."""

    offer: FixOffer
    edits: tuple[Edit, ...]


class Plan(msgspec.Struct, frozen=True):
    """Every way to repair one finding, best first; ``fingerprint`` names the finding.

    ``calls`` are the methods that its function calls on its own object: a repair of one of them may be enough.
    """

    fingerprint: str
    offer: FixOffer
    proposals: tuple[Proposal, ...] = ()
    calls: frozenset[str] = frozenset()

    @classmethod
    def none(cls, fingerprint: str, reason: str) -> Plan:
        """No way to repair a finding, and why."""
        return cls(fingerprint, FixOffer(None, Safety.NONE, reason))
