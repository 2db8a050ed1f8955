# expect: GC009 GivingWorker.forward_batch_embedding
# expect: GC009 NamingWorker.forward_batch_embedding
# expect: GC009 OneOfTwoWorkers.forward_batch_generation
# expect: GC009 ManyWorkers.forward_batch_generation
# expect: GC009 LendingWorkers.forward_batch_generation
# The runner is given to a helper or handed out by a property, the worker is one of two, of many, or is given away.
from kit import TpWorker


class GivingWorker(TpWorker):
    def forward_batch_embedding(self, batch):
        return self._run(self.model_runner, batch)

    def _run(self, runner, batch):
        return runner.forward(batch)


class NamingWorker(TpWorker):
    @property
    def runner(self):
        return self.model_runner

    def forward_batch_embedding(self, batch):
        return self.runner.forward(batch)


class OneOfTwoWorkers:
    def __init__(self, first: TpWorker, second: TpWorker):
        self.first = first
        self.second = second

    def forward_batch_generation(self, batch):
        worker = self.second if batch.is_small else self.first
        return worker.model_runner.forward(batch)


class ManyWorkers:
    def __init__(self, workers: list[TpWorker]):
        self.workers = workers

    def forward_batch_generation(self, batch):
        return [worker.model_runner.forward(each) for worker, each in zip(self.workers, batch.children)]


class LendingWorkers:
    def __init__(self, worker: TpWorker):
        self.worker = worker

    def forward_batch_generation(self, batch):
        return self._run(self.worker, batch)

    def _run(self, worker, batch):
        return worker.model_runner.forward(batch)
