# expect: GC009 CachedWorker.forward_batch_generation
# A way for batches without new tokens leaves the selection out; it runs the model all the same.
from kit import TpWorker


class CachedWorker(TpWorker):
    def forward_batch_generation(self, batch):
        if batch.all_cached:
            return self.model_runner.forward(batch)
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
