"""GC006: code outside the pool reads the buffer, or goes past the owner, and has not waited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import DEAD, LATE, PARTIAL, UNGATED
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC006",
    name="bypassed-accessor",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
A function outside the pool subscripts a managed buffer itself, takes an owned pool from its owner and uses that
directly, or calls a method marked `requires-gate`, and has not waited for the layer. So does one that calls an accessor
without the counter on which that waits for others.""",
    why="""\
The accessors of a pool are where the waits are. Whoever reaches past them also reaches past the wait, and nothing in
the pool's own file shows it.""",
    example="""\
class Runner:
    def copy_on_write(self, src, dst):
        # StateOwner.copy_state waits; the inner pool has no counter
        self.pool.state_pool.copy_from(src, dst)""",
    how_to_fix="""\
Call the owner's accessor. If it has none for this, add a delegating method that waits, and call that: `gatecheck
--unsafe-fixes` writes both. Where neither can be changed, wait at the call site:

    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)""",
    limits="""\
If some callers of such a function have waited and others have not, each caller that has not is reported; if none has,
the function itself. The receiver must be known to be a pool, by its construction, an annotation, or the methods it is
used with; a receiver known by the latter only makes the confidence medium.""",
)


def holds(case: Case) -> bool:
    """Whether code outside the pool and its owners reads a buffer without having waited."""
    return case.wrong and case.outside and not case.verdicts.isdisjoint({DEAD, LATE, PARTIAL, UNGATED})
