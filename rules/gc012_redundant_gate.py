"""GC012: two live waits for the same layer on one way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.defects import DoubleWait

PAGE = Page(
    code="GC012",
    name="redundant-gate",
    severity=Severity.NOTE,
    default_on=False,
    what="""\
On one way to a read, two waits for the same layer are reached, on the same stream, and both counters are live.""",
    why="""\
The second wait is harmless but not free: it costs host time for each layer of each forward, and it hides from the next
reader who is responsible for waiting.""",
    example="""\
class TwicePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        self._wait_for_layer(layer_id)
        return super().get_key_buffer(layer_id)  # waits for the same layer again""",
    how_to_fix="""\
Keep the wait that is nearest to the read, or the owner's if the inner pool is muted; drop the other.""",
    limits="""\
A note: it never fails a run, and it is off unless selected (`select = ["GC012"]`). Waits that are dead in this object
do not count.""",
)


def holds(subject: DoubleWait) -> bool:
    """Whether an accessor waits twice: that it does is what makes the subject."""
    return bool(subject.entry)
