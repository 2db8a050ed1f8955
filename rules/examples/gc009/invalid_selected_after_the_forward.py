# expect: GC009 LateWorker.forward_batch_generation
# The consumer is selected, but the kernels of this forward have been launched before.
class LateWorker:
    def __init__(self, runner, counter):
        self.runner = runner
        self.counter = counter

    def forward_batch_generation(self, batch):
        output = self.runner.forward(batch)
        self.counter.set_consumer(batch.hicache_consumer_index)
        return output

    def forward_batch_split(self, batch):
        self.counter.set_consumer(batch.hicache_consumer_index)
        return self.runner.forward(batch)


from kit import LayerDoneCounter, MHATokenToKVPool


def build(size, layers, device, runner):
    pool = MHATokenToKVPool(size, layers, device)
    counter = LayerDoneCounter(layers)
    pool.register_layer_transfer_counter(counter)
    return LateWorker(runner, counter)
