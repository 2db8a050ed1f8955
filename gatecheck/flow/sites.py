"""From a judged read to what the rules see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.cases import Hop, Site

if TYPE_CHECKING:
    from gatecheck.flow.heap import Heap
    from gatecheck.flow.verdicts import Access


def site_of(access: Access, heap: Heap) -> Site:
    """One read with its verdict, the way to it, and the wait or the dead gate that the verdict is about."""
    read = access.read
    hops = (*tuple(Hop(h.place, h.callee) for h in read.chain), Hop(read.place, None))
    dead = sorted(read.dead, key=lambda g: (g.place, g.counter.state))
    return Site(
        verdict=access.verdict,
        hops=hops,
        kind=read.kind,
        witness=access.witness.place if access.witness is not None else None,
        dead_gate=dead[0].place if dead else None,
        dead_because=dead[0].counter.why if dead else None,
        dead_state=dead[0].counter.state if dead else "",
        via=read.via,
        unsure=access.waits and not access.proved and heap.root_of(read.oid) == read.oid,
    )
