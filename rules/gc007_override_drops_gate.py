"""GC007: an override of a gated accessor neither waits nor reaches a method that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import DEAD, UNGATED
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC007",
    name="override-drops-gate",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
A subclass overrides an accessor whose base version waits, reads the buffer itself, and neither waits nor calls anything
that does.""",
    why="""\
Callers hold the base class' promise. The override takes it away for this one kind of pool, so that the model or the
hardware that uses it reads before the load has landed.""",
    example="""\
class CachedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):  # MHATokenToKVPool.get_key_buffer waits
        return self.k_buffer[layer_id - self.start_layer].view(-1, 8)""",
    how_to_fix="""\
Call `super().get_key_buffer(layer_id)` and work on its result, or wait as the base version does:

    if self.layer_transfer_counter is not None:
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)""",
    limits="""\
The base version is found along the method resolution order of the class; a base class outside the scanned files is
unknown, and the finding is then GC001 or nothing.""",
)


def holds(case: Case) -> bool:
    """Whether an accessor overrides one that waits, and neither waits itself nor reaches a live gate."""
    if not case.wrong or case.overridden is None:
        return False
    return case.overridden.waits_here if DEAD in case.verdicts else UNGATED in case.verdicts
