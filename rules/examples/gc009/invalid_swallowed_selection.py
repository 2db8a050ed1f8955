# expect: GC009 SafeWorker.forward_batch_generation
# The selection stands in a try that goes on after an error: on that way nothing is selected.
from kit import TpWorker


class SafeWorker(TpWorker):
    def forward_batch_generation(self, batch):
        try:
            index = batch.hicache_consumer_index
            self.controller.layer_done_counter.set_consumer(index)
        except AttributeError:
            pass
        return self.model_runner.forward(batch)
