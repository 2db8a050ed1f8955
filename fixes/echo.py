"""A doubt that comes of nothing but a wait: a buffer that nobody is seen to load, and others wait for.

They may wait for what else they read. So no repair is refused for such a doubt, which its own wait gives rise to, and
none is offered: each wait that is put in could call for the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Confidence, ManagedKind
from gatecheck.fixes.edits import Plan

if TYPE_CHECKING:
    from gatecheck.findings import Managed
    from gatecheck.flow.cases import Case


def is_echo(confidence: Confidence, managed: Managed | None) -> bool:
    """Whether a finding says no more than that others wait."""
    return confidence is Confidence.LOW and managed is not None and managed.kind is ManagedKind.BELIEVED


def none_for(fingerprint: str, case: Case) -> Plan:
    """The plan for such a finding."""
    reason = f"nothing here is seen to load {case.buffer}: those that wait before they read it may wait for another"
    return Plan.none(fingerprint, reason)
