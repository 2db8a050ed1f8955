"""GC001: an accessor reads a managed buffer, and no gate is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import UNGATED
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC001",
    name="ungated-read",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
An accessor of a device pool reads a buffer that the host side loads layer by layer, and on no way from the accessor to
the read does anything wait for that layer's event.""",
    why="""\
HiCache copies layer 0, 1, 2 … from host to device on a stream of its own, while the forward already runs. Only
`wait_until` puts the reading stream behind that copy. Without it the attention kernel reads whatever the slots held
before: keys of another request, or zeros. Nothing raises; the model answers with garbage, mostly under load, when hits
in the host cache are frequent and loads are slow.""",
    example="""\
class IndexedPool(MHATokenToKVPool):
    def get_index_k(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.index_k[layer_id - self.start_layer]

    def get_index_k_continuous(self, layer_id, pages):
        return self.index_k[layer_id - self.start_layer][pages].contiguous()  # nothing has waited""",
    how_to_fix="""\
Wait for the read's own layer before the first read, in the way that the class already does it:

    if self.layer_transfer_counter is not None:
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

Where the buffer belongs to an owned pool that has no counter, wait in the method of the owner that delegates to it.
`gatecheck --fix` does both.

If the callers are the ones who wait, say so on the `def`: `# gatecheck: requires-gate the backend waits once for K and
V`. If the fetch is only the target of a write: `# gatecheck: store the kernel writes through this view`.""",
    limits="""\
A buffer is known by the host side's per-layer load, by `managed` in the configuration, or because other accessors of it
wait. Loads written outside Python (a C++ extension that gets nothing but raw addresses from elsewhere) are not seen.
Handing out the whole table of layers is no read: whoever takes a layer from it is judged.""",
)


def holds(case: Case) -> bool:
    """Whether a read of a managed buffer is reached without any gate."""
    return case.wrong and not case.outside and UNGATED in case.verdicts
