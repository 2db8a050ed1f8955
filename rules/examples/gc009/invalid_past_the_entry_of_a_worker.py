# expect: GC009 OverlapWorker.forward_batch_generation
# expect: GC009 SplitWorker.forward_batch_generation
# What wraps the worker runs the model of it, past the entry that selects.
from kit import TpWorker


class OverlapWorker:
    def __init__(self, model_runner, controller):
        self.worker = TpWorker(model_runner, controller)

    def forward_batch_generation(self, batch):
        return self.worker.model_runner.forward(batch)


class SplitWorker:
    def __init__(self, worker: TpWorker):
        self.worker = worker
        self.model_runner = worker.model_runner

    def forward_batch_generation(self, batch):
        if batch.is_split:
            return self._split(batch)
        return self.worker.forward_batch_generation(batch)

    def _split(self, batch):
        return self.model_runner.forward(batch)
