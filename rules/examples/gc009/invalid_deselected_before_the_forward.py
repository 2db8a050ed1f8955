# expect: GC009 ResettingWorker.forward_batch_embedding
# The entry takes the selection of the last batch back and selects none of its own.
from kit import TpWorker


class ResettingWorker(TpWorker):
    def forward_batch_embedding(self, batch):
        self.controller.layer_done_counter.set_consumer(-1)
        return self.model_runner.forward(batch)
