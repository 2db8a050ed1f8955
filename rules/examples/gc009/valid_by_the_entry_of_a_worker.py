# expect: none
# What wraps a worker runs the entry of it, selects by itself, or runs the model of decode batches.
from kit import TpWorker


class OverlapWorker:
    def __init__(self, worker: TpWorker):
        self.worker = worker

    def forward_batch_generation(self, batch):
        return self.worker.forward_batch_generation(batch)


class SelectingWorker:
    def __init__(self, worker: TpWorker):
        self.worker = worker

    def forward_batch_generation(self, batch):
        self.worker.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.worker.model_runner.forward(batch)


class DecodingWorker:
    def __init__(self, worker: TpWorker):
        self.worker = worker

    def forward_batch_generation(self, batch):
        if batch.forward_mode.is_decode():
            return self.worker.model_runner.forward(batch)
        return self.worker.forward_batch_generation(batch)
