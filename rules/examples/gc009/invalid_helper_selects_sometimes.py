# expect: GC009 Worker.forward_batch_split_prefill
# The helper of this entry selects only for the first chunk; a second chunk runs with whatever was selected last.
from kit import HiCacheController


class Worker:
    def __init__(self, model_runner, controller: HiCacheController):
        self.model_runner = model_runner
        self.controller = controller

    def set_slot(self, index):
        self.controller.layer_done_counter.set_consumer(index)

    def forward_batch_generation(self, batch):
        self.set_slot(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def _begin(self, batch):
        if batch.split_index == 0:
            self.set_slot(batch.hicache_consumer_index)

    def forward_batch_split_prefill(self, batch):
        self._begin(batch)
        return self.model_runner.forward(batch, batch.split_count)
