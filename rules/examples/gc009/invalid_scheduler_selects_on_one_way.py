# expect: GC009 Scheduler.run_embeddings
# Two ways of the scheduler into the same worker entry: one selects, the other was added later.
class Worker:
    def __init__(self, runner):
        self.runner = runner

    def forward_batch(self, batch):
        return self.runner.forward(batch)


class Scheduler:
    def __init__(self, worker: Worker, controller):
        self.worker = worker
        self.controller = controller

    def run_batch(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.worker.forward_batch(batch)

    def run_embeddings(self, batch):
        return self.worker.forward_batch(batch).embeddings


from kit import HiCacheController, MHATokenToKVPool


def build(size, layers, device, runner, hosts):
    return Scheduler(Worker(runner), HiCacheController(MHATokenToKVPool(size, layers, device), hosts))
