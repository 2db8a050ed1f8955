"""GC003: the gate is reached only on some of the ways to the read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import COVERED, DEAD, PARTIAL, UNGATED
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC003",
    name="partial-gate",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
The accessor waits on some ways to the read and not on others: on one side of a branch, behind an early return, in a
loop that may run zero times, or only if an optional parameter is given that no caller in the tree passes. An accessor
whose result `functools` keeps (`lru_cache`, `cache`, `cached_property`) waits at its first call and never again.""",
    why="""\
The way without a wait is a race like any other. It is usually the fast path, which was added later and runs in
production only.""",
    example="""\
class BranchyPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id, fused=False):
        if fused:
            return self.k_buffer[layer_id - self.start_layer]  # returns before the wait
        self._wait_for_layer(layer_id)
        return self.k_buffer[layer_id - self.start_layer]""",
    how_to_fix="""\
Move the wait to where all ways pass, or repeat it on the way that lacks it. Waiting twice for a layer costs next to
nothing. A test of the pool's own counter for `None` need not be doubled: it counts as part of the gate.""",
    limits="""\
Conditions are not evaluated: two branches that test the same flag in the same function are told apart, but flags that
are set elsewhere are not. An “already waited” flag is accepted only if the code shows that it is cleared for each
forward.""",
)


def holds(case: Case) -> bool:
    """Whether the gate is reached on some ways to a read and not on others."""
    some_ways = COVERED in case.verdicts and (UNGATED in case.verdicts or DEAD in case.verdicts)
    # An owner that waits before it delegates to one of its pools has forgotten the other on a way of its own.
    parted = case.parted and DEAD in case.verdicts
    return case.wrong and not case.outside and (PARTIAL in case.verdicts or some_ways or parted)
