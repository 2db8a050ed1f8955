# expect: none
# Selected, run, taken back.
from kit import TpWorker


class TidyWorker(TpWorker):
    def forward_batch_embedding(self, batch):
        counter = self.controller.layer_done_counter
        counter.set_consumer(batch.hicache_consumer_index)
        try:
            return self.model_runner.forward(batch)
        finally:
            counter.set_consumer(-1)
