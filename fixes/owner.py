"""The strategy for a buffer in an owned pool: the outermost pool, whose counter is registered, waits and delegates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.edits import Proposal
from gatecheck.fixes.waits import ways

if TYPE_CHECKING:
    from gatecheck.fixes.subject import Subject
    from gatecheck.fixes.waits import Way


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait in the owner's method, with the layer it was called with, before anything is mapped or handed down."""
    if not subject.live or not subject.owned or subject.outside:
        return ()
    return tuple(Proposal(_offer(subject, way), way.edits) for way in ways(subject))


def _offer(subject: Subject, way: Way) -> FixOffer:
    if way.inside is not None:
        reason = f"{way.inside}, which {subject.symbol} calls to wait, does nothing; it waits again, as {way.like} does"
        return FixOffer(Strategy.OWNER, Safety.SAFE if subject.sure else Safety.UNSAFE, reason)
    reason = (
        f"the buffer lies in a pool that it owns, so {subject.symbol} waits before it delegates, as {way.like} does"
    )
    if subject.covered_elsewhere:
        return FixOffer(Strategy.OWNER, Safety.UNSAFE, f"{reason}; a pool that inherits it already waits")
    safety = Safety.SAFE if subject.sure else Safety.UNSAFE
    return FixOffer(Strategy.OWNER, safety, reason)
