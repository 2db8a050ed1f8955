"""The strategy for an accessor whose own class has a counter that is registered: it waits itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Strategy
from gatecheck.fixes.edits import Proposal
from gatecheck.fixes.waits import judged, reason, ways

if TYPE_CHECKING:
    from gatecheck.fixes.subject import Subject
    from gatecheck.fixes.waits import Way


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait in the accessor, the way its class does elsewhere."""
    if not subject.live or subject.owned or subject.outside:
        return ()
    return tuple(Proposal(_offer(subject, way), way.edits) for way in ways(subject))


def _offer(subject: Subject, way: Way) -> FixOffer:
    text = reason(subject, way, "{symbol} waits before its first read, {like}")
    return FixOffer(Strategy.IN_METHOD, *judged(subject, text))
