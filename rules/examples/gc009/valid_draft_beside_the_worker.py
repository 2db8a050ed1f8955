# expect: none
# What wraps a worker runs the model of its draft, and that of the worker behind the entry that selects.
from kit import TpWorker


class TwoStepWorker:
    def __init__(self, worker: TpWorker, draft_worker: TpWorker):
        self.worker = worker
        self.draft_worker = draft_worker

    def forward_batch_generation(self, batch):
        drafted = self.draft_worker.model_runner.forward(batch)
        result = self.worker.forward_batch_generation(drafted)
        return result, self.worker.model_runner.forward(result)
