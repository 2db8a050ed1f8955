# expect: GC009 LoneWorker.forward_batch_generation
# The worker can select a consumer, and nobody makes it do so; a way on which no batch is scheduled excuses no other.
class LoneWorker:
    def __init__(self, model_runner, counter):
        self.model_runner = model_runner
        self.counter = counter

    def set_hicache_consumer(self, index):
        if self.counter is not None:
            self.counter.set_consumer(index)

    def forward_batch_generation(self, batch, prepared=None):
        if batch is not None:
            prepared = self.prepare(batch)
        else:
            assert prepared is not None
        return self.model_runner.forward(prepared)
