# expect: none
# Three entries, three forms: in the open, through a helper with a None-check, through the other entry.
class Worker:
    def __init__(self, runner):
        self.runner = runner
        self.counter = None

    def take_counter(self, counter):
        self.counter = counter

    def select(self, index):
        if self.counter is not None:
            self.counter.set_consumer(index)

    def forward_batch_generation(self, batch):
        self.select(batch.hicache_consumer_index)
        return self.runner.forward(batch)

    def forward_batch_embedding(self, batch):
        if self.counter is not None:
            self.counter.set_consumer(batch.hicache_consumer_index)
        return self.runner.forward(batch).embeddings

    def forward_batch_scored(self, batch):
        return self.forward_batch_generation(batch).logprobs


from kit import LayerDoneCounter, MHATokenToKVPool


def build(size, layers, device, runner):
    counter = LayerDoneCounter(layers)
    MHATokenToKVPool(size, layers, device).register_layer_transfer_counter(counter)
    worker = Worker(runner)
    worker.take_counter(counter)
    return worker
