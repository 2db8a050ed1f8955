# expect: GC009 EmbedWorker.forward_batch_embedding
# One way of the scheduler into the entry selects on the worker before, the other does not.
from kit import TpWorker


class EmbedWorker(TpWorker):
    def set_hicache_consumer(self, index):
        self.controller.layer_done_counter.set_consumer(index)

    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)


class Scheduler:
    def __init__(self, model_runner, controller):
        self.worker = EmbedWorker(model_runner, controller)

    def run_batch(self, batch):
        self.worker.set_hicache_consumer(batch.hicache_consumer_index)
        return self._run(batch)

    def run_other(self, batch):
        return self._run(batch)

    def _run(self, batch):
        return self.worker.forward_batch_embedding(batch)
