"""GC013: the wait binds one stream and the read is launched on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import WRONG_STREAM
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC013",
    name="wrong-stream",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
The accessor waits for the right layer, but on another stream than the one on which the read is launched, and nothing
puts the reading stream behind the waiting one.""",
    why="""\
`wait_until` makes the *current* stream wait. Work on any other stream goes on, so the read there is as unordered as if
there were no wait at all.""",
    example="""\
class SideStreamPool(MHATokenToKVPool):
    def gather_rows(self, layer_id, loc):
        self._wait_for_layer(layer_id)  # binds the caller's stream
        with torch.cuda.stream(self.copy_stream):
            return self.k_buffer[layer_id - self.start_layer][loc]""",
    how_to_fix="""\
Wait inside the `with`, or put the reading stream behind the one that waited:

    self._wait_for_layer(layer_id)
    self.copy_stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(self.copy_stream):
        ...""",
    limits="""\
Streams are compared as expressions. `wait_stream`, an event that is recorded after the wait and waited for on the
reading stream, and a full device synchronisation all order the read. Does not apply before SGLang 0.5.2, whose counter
blocks the host.""",
)


def holds(case: Case) -> bool:
    """Whether the wait binds another stream than the one that the read is launched on."""
    return case.wrong and WRONG_STREAM in case.verdicts
