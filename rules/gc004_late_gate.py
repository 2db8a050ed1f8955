"""GC004: the data is copied or consumed before the wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.flow.cases import LATE
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.cases import Case

PAGE = Page(
    code="GC004",
    name="late-gate",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
The accessor waits, but the data was already copied, gathered, converted or handed to a kernel before the wait.""",
    why="""\
The wait orders only what is launched after it. A copy that was launched earlier reads the old contents, and stays stale
for ever, whatever waits later. A view is different: it is only an address, and may be taken before the wait.""",
    example="""\
class LatePool(MHATokenToKVPool):
    def get_key_copy(self, layer_id, loc):
        rows = self.k_buffer[layer_id - self.start_layer][loc].clone()  # launched too early
        self._wait_for_layer(layer_id)
        return rows""",
    how_to_fix="""\
Move the wait in front of the statement that consumes the data. `gatecheck --fix` moves it, and nothing else.""",
    limits="""\
Whether a call makes a view or a copy is known for torch's own operations. A function that the tree does not show is
taken to read a buffer handed to it when its value is used.""",
)


def holds(case: Case) -> bool:
    """Whether the data is taken before the wait that would have covered it."""
    return case.wrong and not case.outside and LATE in case.verdicts
