# expect: none
# Whoever runs the entry has taken the method that selects from the counter of that worker, and called it.
from kit import HiCacheController


class Worker:
    def __init__(self, runner, controller: HiCacheController):
        self.runner = runner
        self.controller = controller

    def forward_batch_generation(self, batch):
        return self.runner.forward(batch)

    def forward_batch_split(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.runner.forward(batch)


class Scheduler:
    def __init__(self, runner, controller):
        self.worker = Worker(runner, controller)

    def run_batch(self, batch):
        select = self.worker.controller.layer_done_counter.set_consumer
        select(batch.hicache_consumer_index)
        return self.worker.forward_batch_generation(batch)
