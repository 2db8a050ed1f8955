# expect: none
# What runs the model of a draft by a helper or a property, or selects before it lends the runner, is silent.
from kit import TpWorker


class HoldsDraft(TpWorker):
    @property
    def draft_runner(self):
        return self.model_runner

    def forward_batch_embedding(self, batch):
        return self._run_draft(self.draft_runner, batch)

    def _run_draft(self, runner, batch):
        return runner.forward(batch)


class SelectsFirst(TpWorker):
    @property
    def runner(self):
        return self.model_runner

    def forward_batch_embedding(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self._run(self.runner, batch)

    def _run(self, runner, batch):
        return runner.forward(batch)


class WorkerWithDraft:
    def __init__(self, worker: TpWorker, draft_worker: TpWorker):
        self.worker = worker
        self.draft_worker = draft_worker

    def forward_batch_generation(self, batch):
        result = self.worker.forward_batch_generation(batch)
        return result, self._run(self.draft_worker, result)

    def _run(self, worker, batch):
        return worker.model_runner.forward(batch)


class ManyWorkersByTheirEntries:
    def __init__(self, workers: list[TpWorker]):
        self.workers = workers

    def forward_batch_generation(self, batch):
        return [worker.forward_batch_generation(each) for worker, each in zip(self.workers, batch.children)]
