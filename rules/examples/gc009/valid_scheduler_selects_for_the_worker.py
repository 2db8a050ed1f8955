# expect: none
# The scheduler selects before it hands the batch to the worker, on each of its ways.
class Worker:
    def __init__(self, runner):
        self.runner = runner

    def forward_batch_generation(self, batch):
        return self.runner.forward(batch)

    def forward_batch_embedding(self, batch):
        return self.runner.forward(batch)


class Scheduler:
    def __init__(self, worker: Worker, controller):
        self.worker = worker
        self.controller = controller

    def run_batch(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        if batch.is_generation:
            return self.worker.forward_batch_generation(batch)
        return self.worker.forward_batch_embedding(batch)


from kit import HiCacheController, MHATokenToKVPool


def build(size, layers, device, runner, hosts):
    return Scheduler(Worker(runner), HiCacheController(MHATokenToKVPool(size, layers, device), hosts))
