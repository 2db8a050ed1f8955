"""GC005: the accessor waits for the event of another layer than the one it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import WRONG_LAYER
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC005",
    name="wrong-layer",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
The accessor waits for an event, but not for the one of the layer that it reads: `start_layer` is forgotten, an inner
pool's local index is used where the event has the outer numbering, or the index is off by one.""",
    why="""\
Event *i* says that layers up to *i* have landed. An index that is too small lets the read go ahead of its own layer. An
index that is too large waits longer than needed, and at the last layer it runs off the table. Which of the two happens
depends on the pipeline stage, so tests on a single stage pass.""",
    example="""\
class StagePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)  # events are counted from start_layer
        return self.k_buffer[layer_id - self.start_layer]""",
    how_to_fix="""\
Wait for `layer_id - self.start_layer`, with `layer_id` and `start_layer` in the numbering of the pool that was
registered, and before the id is mapped to an inner pool's own numbering. `gatecheck --fix` changes the index and
nothing else.""",
    limits="""\
Indices are compared as expressions. Waiting for the last event of the table, or for the highest of the layers that are
read, covers the read and is accepted. Where it is not known how far two indices lie apart, the rule is silent and the
run lists no limit: of two parameters, of a layer and the one that a table gives for it, or of a layer and the last id
in a list, the one that is read may be the earlier one, which a later event covers. Where both of two parameters, of two
attributes of one object or of two entries of a list are read behind a wait for one of them, that is told with low
confidence. Where several waits stand before a read, one that may be right is enough.""",
)


def holds(case: Case) -> bool:
    """Whether a live wait stands before a read, for an event of another layer."""
    return case.wrong and WRONG_LAYER in case.verdicts
