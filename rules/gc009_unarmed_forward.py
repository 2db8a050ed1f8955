"""GC009: a worker's entry for scheduled batches runs the model without selecting the consumer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.findings import Severity
from gatecheck.program.counters import IdleCounter
from gatecheck.rules.page import Page

if TYPE_CHECKING:
    from gatecheck.flow.forwards import Event

PAGE = Page(
    code="GC009",
    name="unarmed-forward",
    severity=Severity.ERROR,
    default_on=True,
    what="""\
A worker's entry point for scheduled batches runs the model on a registered pool, and no consumer is selected on the
counter before the forward starts, although the tree has one to select. Or the counter is made and handed to whoever
runs the model, and nobody ever selects a consumer on it; or its maker registers it, keeps it from everybody else, and
never selects one itself.""",
    why="""\
`wait_until` returns at once while no consumer is selected. An entry point that forgets `set_consumer` turns every gate
under that forward into a no-op, for every pool and every layer.""",
    example="""\
class EmbeddingWorker(TpWorker):
    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)  # forward_batch_generation selects the consumer first""",
    how_to_fix="""\
Select the batch's consumer before the forward, as the sibling entry does:

    self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)

A selection after the forward, or on one branch only, does not help.""",
    limits="""\
What wraps a worker counts where it has an entry of the same name, and runs the model out of a worker whose class is
known. Drafts, warm-up, capture and decode-only runs are silent: nothing is loading for them. So is an entry all of
whose callers have selected on the same worker before. Does not apply before SGLang 0.5.2, whose counter blocks the host
and knows no consumer. Methods that select are named by `arm-methods`.""",
)


def holds(subject: Event | IdleCounter) -> bool:
    """Whether the model runs on some way on which no consumer is selected, for batches that can load."""
    if isinstance(subject, IdleCounter):
        return bool(subject.keepers and (subject.kept or subject.alone))
    return subject.kind == "run" and subject.open
