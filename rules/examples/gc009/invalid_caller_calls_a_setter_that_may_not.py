# expect: GC009 EmbedWorker.forward_batch_embedding
# The method of the worker that the caller relies on selects for some batches only.
from kit import TpWorker


class EmbedWorker(TpWorker):
    def prepare(self, batch):
        if batch.chunk == 0:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)

    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)


class Scheduler:
    def __init__(self, worker: EmbedWorker):
        self.worker = worker

    def run_batch(self, batch):
        self.worker.prepare(batch)
        return self.worker.forward_batch_embedding(batch)
