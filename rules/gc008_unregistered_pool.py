"""GC008: a pool is loaded on a load stream, but no counter is ever registered with it or an owner of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.program.counters import MadeCounter
from gatecheck.program.forgotten import AssembledPool
from gatecheck.program.replaced import ReplacedCounter
from gatecheck.program.siblings import UnlikeMaker
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
owns it is ever given a counter. Or, seen from the other side: a class makes a counter for its objects, and no code of
the tree can ever give it to a pool; or it is given to some of the pools whose host side is built for it, and not to
all; or it replaces one that a base has registered, and the pool that has the old one is left out; or its maker gives it
to a pool only if it has that among several; or a class of the same kind, which is given the same, gives its own to one
more.""",
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
The object must be seen both where it is built and where it is loaded. A load that is waited for before its method
returns (its stream, an event behind it, the whole device) is silent. A counter is reported only if an object of its
maker is built in the tree, and if every place that names the attribute which keeps it is plainly harmless: what is
handed to code outside, stored elsewhere, or waited on by its maker is silent. An attribute of the same name is
another one's only where every maker stays in an attribute that the tree never passes on. Where a counter reaches one
of several pools, another one is missed only if its holder is known by its class and is none of those that are
registered, in a function that also builds its host side, or whose caller does. What another function registers may be
for the same counter, unless all calls that make its counter are known and are others, or each is kept by an object of
another class that makes its own. What a name calls a draft's is no pool of the target. A maker that speaks of the pool
which its sibling registers has its reasons. A counter that a constructor replaces is followed
where the object is known by its class; what is registered counts as the pool of before unless its class is another.
Draft pools, whose reads run behind the target's forward on the same stream, are silent. This rule replaces GC001 and
GC002 for its object.""",
)


def holds(subject: LoadedPool | AssembledPool | ReplacedCounter | MadeCounter | UnlikeMaker) -> bool:
    """Whether a pool is loaded and read, and no registration can reach it; or a counter can reach no registration."""
    if isinstance(subject, UnlikeMaker):
        return True
    if isinstance(subject, (AssembledPool, ReplacedCounter)):
        return not subject.covered
    if isinstance(subject, MadeCounter):
        return bool(subject.keepers)
    return subject.is_forgotten
