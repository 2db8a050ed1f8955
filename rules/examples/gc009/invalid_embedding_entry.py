# expect: GC009 EmbedWorker.forward_batch_embedding
# The generation entry selects through a helper; the embedding entry builds the same batch and goes straight to the runner.
from kit import HiCacheController


class EmbedWorker:
    def __init__(self, runner, controller: HiCacheController):
        self.runner = runner
        self.controller = controller

    def _select(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)

    def forward_batch_generation(self, batch):
        self._select(batch)
        return self.runner.forward(batch.as_forward_batch())

    def forward_batch_embedding(self, batch):
        forward_batch = batch.as_forward_batch()
        output = self.runner.forward(forward_batch)
        return output.embeddings
