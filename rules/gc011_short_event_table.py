"""GC011: the table of events is as long as the number of layer ids, and is indexed by the ids, which can have gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.program.tables import TableLength

PAGE = Page(
    code="GC011",
    name="short-event-table",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
The length of the event table is the *number* of a set of layer ids, the ids can have gaps (a union, a filter, the keys
of a map), and the table is indexed by id.""",
    why="""\
With the ids {0, 2, 6} the table has three entries and the reader of layer 6 asks for entry 6. The run ends with an
index error at best; at worst the index wraps to another layer's event, and the read goes ahead of its load.""",
    example="""\
def build_stack(kvcache, attention_layers, state_layers):
    counter = LayerDoneCounter(len(attention_layers | state_layers))  # counted, not spanned
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in sorted(attention_layers | state_layers):
        counter.events[0].complete(layer_id)""",
    how_to_fix="""\
Size the table by the span of the ids:

    LayerDoneCounter(max(attention_layers | state_layers) + 1)

or give every id its rank first, and use the rank on both sides.""",
    limits="""\
Reported at the function that takes the count, however many calls later the table is made. A range, `enumerate`, or the
difference of two bounds has no gaps and is silent.""",
)


def holds(subject: TableLength) -> bool:
    """Whether the length of a table is the number of layer ids that can have gaps."""
    return subject.gaps
