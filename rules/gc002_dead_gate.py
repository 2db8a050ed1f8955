"""GC002: gates are reached, but every one of them is on a counter that nobody registers or that was muted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import DEAD
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC002",
    name="dead-gate",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
On the way to the read something does wait, but only on counters that are `None` for this object: the owner passed
`None` to the inner pool (muted), or its registration never reaches the inner pool (unset). The None-check skips every
one of these waits.""",
    why="""\
The code looks guarded, and the same method *is* guarded where the inner class is used on its own. Inside this owner the
guard is off, so the read runs before the load has landed, with the results of an ungated read. Reviewers miss it,
because the line that turns the gate off stands in another file.""",
    example="""\
class HybridPool(KVCache):
    def register_layer_transfer_counter(self, counter):
        self.layer_transfer_counter = counter
        self.full_kv_pool.register_layer_transfer_counter(None)  # the owner waits itself …

    def get_key_buffer(self, layer_id):
        self._wait_for_layer(layer_id)
        return self.full_kv_pool.get_key_buffer(self.mapping[layer_id])

    def get_scale_buffer(self, layer_id):
        return self.full_kv_pool.get_scale_buffer(self.mapping[layer_id])  # … but not here""",
    how_to_fix="""\
Let the owner wait before it delegates, with the layer id that it was called with and before any mapping to the inner
pool's own numbering:

    self._wait_for_layer(layer_id)
    return self.full_kv_pool.get_scale_buffer(self.mapping[layer_id])

Forwarding the counter to the inner pool instead changes who waits, and with which index; that is an unsafe fix.""",
    limits="""\
Liveness belongs to an object. It is what holds after the root's own registration method has run on a freshly built
object, and after what others register with its parts: for a part that the root mutes, only what certainly comes behind
the root's own registration in one function counts. A tree without any registration (part of a checkout) says nothing
about liveness, and the rule is then silent. The finding stands at the accessor of the outermost pool; the trace shows
the dead gate and the line that mutes it.""",
)


def holds(case: Case) -> bool:
    """Whether every gate on the way to a read is on a counter that is muted or unset."""
    return case.wrong and not case.outside and DEAD in case.verdicts
