# expect: GC009 EmbedWorker.forward_batch_embedding
# The caller has two workers: it selects on one and runs the other.
from kit import TpWorker


class EmbedWorker(TpWorker):
    def set_hicache_consumer(self, index):
        self.controller.layer_done_counter.set_consumer(index)

    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)


class Scheduler:
    def __init__(self, first: EmbedWorker, second: EmbedWorker):
        self.first = first
        self.second = second

    def run_batch(self, batch):
        self.first.set_hicache_consumer(batch.hicache_consumer_index)
        return self.second.forward_batch_embedding(batch)
