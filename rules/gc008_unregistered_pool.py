"""GC008: a pool is loaded on a load stream, but no counter is ever registered with it or an owner of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.unregistered import LoadedPool

PAGE = Page(
    code="GC008",
    name="unregistered-pool",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
A pool object is loaded layer by layer on a load stream and read outside that stream, and neither it nor a pool that
owns it is ever given a counter.""",
    why="""\
Its accessors may all wait, and still none of them does: the counter stays `None`, every None-check skips the wait, and
each read races with the load. One missing line turns all gates of the object off.""",
    example="""\
class SideController:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host_pool = SidePoolHost(self.pool)
        self.counter = LayerDoneCounter(layer_num)  # nobody registers it with self.pool
        self.load_stream = torch.cuda.Stream()""",
    how_to_fix="""\
Register the counter where the object is built:

    self.pool.register_layer_transfer_counter(self.counter)

Whether that is right depends on who else waits, so no fix is applied for you.""",
    limits="""\
The object must be seen both where it is built and where it is loaded. Draft pools, whose reads run behind the target's
forward on the same stream, are silent. This rule replaces GC001 and GC002 for its object.""",
)


def holds(subject: LoadedPool) -> bool:
    """Whether a pool is loaded and read, and no registration can reach it."""
    return not subject.registered and not subject.leaves and subject.reader is not None
