"""The strategy for a buffer in an owned pool: the outermost pool, whose counter is registered, waits and delegates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Strategy
from gatecheck.fixes.edits import Proposal
from gatecheck.fixes.waits import judged, reason, ways

if TYPE_CHECKING:
    from gatecheck.fixes.subject import Subject
    from gatecheck.fixes.waits import Way


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait in the owner's method, with the layer it was called with, before anything is mapped or handed down."""
    if not subject.live or not subject.owned or subject.outside:
        return ()
    return tuple(Proposal(_offer(subject, way), way.edits) for way in ways(subject))


def _offer(subject: Subject, way: Way) -> FixOffer:
    plain = "the buffer lies in a pool that it owns, so {symbol} waits before it delegates, {like}"
    return FixOffer(Strategy.OWNER, *judged(subject, reason(subject, way, plain)))
