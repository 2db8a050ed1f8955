# expect: none
# A context manager selects before the block and takes the selection back behind it.
from contextlib import contextmanager

from kit import TpWorker


class ScopedWorker(TpWorker):
    @contextmanager
    def consuming(self, batch):
        counter = self.controller.layer_done_counter
        counter.set_consumer(batch.hicache_consumer_index)
        try:
            yield
        finally:
            counter.set_consumer(-1)

    def forward_batch_embedding(self, batch):
        with self.consuming(batch):
            return self.model_runner.forward(batch)
