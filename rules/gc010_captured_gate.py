"""GC010: a CUDA graph that reads managed buffers is replayed without a wait before the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.forwards import Event

PAGE = Page(
    code="GC010",
    name="captured-gate",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
Reads of managed buffers are recorded in a CUDA graph, the graph is replayed for batches that can load (extend), and on
some way no wait stands before the replay.""",
    why="""\
The wait is Python. It runs once, while the graph is captured, and never again: a replay launches the recorded kernels
only. The gates inside the captured code do nothing for the batches that matter.""",
    example="""\
class PrefillGraphRunner:
    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()  # the accessors' waits ran at capture
        return self.output""",
    how_to_fix="""\
Wait for the last layer before the replay:

    counter = self.pool.layer_transfer_counter
    if counter is not None:
        counter.wait_until(counter.num_layers - 1)
    self.graph.replay()

This gives up the overlap of load and compute for that batch, so it is not applied for you.""",
    limits="""\
Replays that only decode batches or drafts reach are silent. Whether a batch is decode-only is read from checks of its
mode on the way; where the code does not show it, the confidence is low. A wait orders only replays on its own stream;
streams are compared as expressions. Does not apply before SGLang 0.5.2.""",
)


def holds(subject: Event) -> bool:
    """Whether a graph is replayed on some way without a wait, for batches that can load."""
    return subject.kind == "replay" and not subject.ready and subject.mode != "decode"
