# expect: GC009 W.forward_batch_embedding
# expect: GC009 W.forward_batch_multi
# What selects is only called after the forward, and what is called before it selects nothing.
from kit import TpWorker


class W(TpWorker):
    def forward_batch_embedding(self, batch):
        select = self.controller.layer_done_counter.set_consumer
        result = self.model_runner.forward(batch)
        select(batch.hicache_consumer_index)
        return result

    def forward_batch_multi(self, batch):
        select = self.controller.layer_done_counter.wait_until
        select(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
