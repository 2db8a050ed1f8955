# expect: none
# Whoever runs the entry selects on the same worker before: by its setter, in a helper, above a private step.
from kit import TpWorker


class EmbedWorker(TpWorker):
    def set_hicache_consumer(self, index):
        if self.controller is not None:
            self.controller.layer_done_counter.set_consumer(index)

    def forward_batch_embedding(self, batch):
        return self.model_runner.forward(batch)


class Scheduler:
    def __init__(self, model_runner, controller):
        self.worker = EmbedWorker(model_runner, controller)

    def run_batch(self, batch):
        self.worker.set_hicache_consumer(batch.hicache_consumer_index)
        return self.worker.forward_batch_embedding(batch)

    def run_later(self, batch):
        self._select(batch)
        return self._run(batch)

    def run_without_new_tokens(self, batch):
        assert batch.forward_mode.is_decode()
        return self.worker.forward_batch_embedding(batch)

    def _select(self, batch):
        self.worker.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)

    def _run(self, batch):
        run = self.worker.forward_batch_embedding if batch.embeds else self.worker.forward_batch_generation
        return run(batch)


def serve(worker, batches):
    for batch in batches:
        worker.set_hicache_consumer(batch.hicache_consumer_index)
        yield worker.forward_batch_embedding(batch)
