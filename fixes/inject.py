"""The strategy where no class on the way keeps a counter: the owner's registration hands it on to the inner pool.

It changes who waits, for every read of that pool, so it is never applied unless it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import FixOffer, Safety, Strategy
from gatecheck.fixes.edits import AddMethod, Edit, Insert, Proposal
from gatecheck.fixes.source import Line

if TYPE_CHECKING:
    from gatecheck.fixes.subject import Registration, Subject


def propose(subject: Subject) -> tuple[Proposal, ...]:
    """Forward the counter to the pool that holds the buffer."""
    registration = subject.registration
    if subject.outside or subject.live or registration is None:
        return ()
    reason = (
        f"no class between {subject.symbol} and the buffer keeps a counter, so {registration.owner} hands the one "
        f"that it is given on to {registration.inner}, whose accessors then wait"
    )
    if not registration.inner:
        reason = (
            f"{registration.owner}.{registration.name} keeps no counter, so it hands the one it is given to its base"
        )
    return (Proposal(FixOffer(Strategy.INJECT, Safety.UNSAFE, reason), (_edit(registration),)),)


def _edit(registration: Registration) -> Edit:
    name, parameter = registration.name, registration.parameter
    target = f"self.{registration.inner}" if registration.inner else "super()"
    forward = f"{target}.{name}({parameter})"
    if registration.own:
        return Insert(registration.where, registration.where.function, None, (Line(0, forward),))
    lines = (
        Line(0, f"def {name}(self, {parameter}):"),
        Line(1, f"super().{name}({parameter})"),
        Line(1, forward),
    )
    return AddMethod(registration.where, lines)
