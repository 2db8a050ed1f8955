# expect: GC009 LateWorker.forward_batch_generation
# expect: GC009 LateWorker.forward_batch_embedding
# Sampling goes on with what the forward has made: the consumer that is selected between the two comes too late.
class LateWorker:
    def __init__(self, runner, counter):
        self.runner = runner
        self.counter = counter

    def forward_batch_generation(self, batch):
        output = self.runner.forward(batch)
        logits, stats = output.logits, output.stats
        self.counter.set_consumer(batch.hicache_consumer_index)
        return self.runner.sample(logits, batch), stats

    def forward_batch_embedding(self, batch):
        return self.runner.forward(batch).embeddings


from kit import LayerDoneCounter, MHATokenToKVPool


def build(size, layers, device, runner):
    pool = MHATokenToKVPool(size, layers, device)
    counter = LayerDoneCounter(layers)
    pool.register_layer_transfer_counter(counter)
    return LateWorker(runner, counter)
