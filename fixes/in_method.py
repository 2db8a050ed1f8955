"""The strategy for an accessor whose own class has a counter that is registered: it waits itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.edits import Proposal
from gatecheck.fixes.waits import ways

if TYPE_CHECKING:
    from gatecheck.fixes.subject import Subject
    from gatecheck.fixes.waits import Way

_DONE = {
    "GC003": "{symbol} waits on the way that lacks it, as {like} does",
    "GC004": "the wait of {symbol} moves in front of the data that it is for",
    "GC005": "the wait of {symbol} names the layer that is read",
    "GC007": "{symbol} waits as {like} does, which keeps its result",
    "GC013": "{symbol} waits on the stream that reads, as {like} does",
}


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Wait in the accessor, the way its class does elsewhere."""
    if not subject.live or subject.owned or subject.outside:
        return ()
    return tuple(Proposal(_offer(subject, way), way.edits) for way in ways(subject))


def _offer(subject: Subject, way: Way) -> FixOffer:
    if way.inside is not None:
        reason = f"{way.inside}, which {subject.symbol} calls to wait, does nothing; it waits again, as {way.like} does"
        return FixOffer(Strategy.IN_METHOD, Safety.SAFE if subject.sure else Safety.UNSAFE, reason)
    text = _DONE.get(subject.rule, "{symbol} waits before its first read, as {like} does")
    reason = text.format(symbol=subject.symbol, like=way.like)
    if subject.covered_elsewhere:
        return FixOffer(Strategy.IN_METHOD, Safety.UNSAFE, f"{reason}; a pool that inherits it already waits")
    if not subject.sure:
        return FixOffer(Strategy.IN_METHOD, Safety.UNSAFE, f"{reason}; the finding itself is not sure")
    return FixOffer(Strategy.IN_METHOD, Safety.SAFE, reason)
