# expect: none
# What the runner makes of the batch before a consumer is selected runs nothing; the forward and the sampling come behind.
class Worker:
    def __init__(self, runner, draft_runner, counter):
        self.runner = runner
        self.draft_runner = draft_runner
        self.counter = counter

    def forward_batch_generation(self, batch):
        prepared = self.runner.prepare(batch)
        self.counter.set_consumer(batch.hicache_consumer_index)
        output = self.runner.forward(prepared)
        return self.runner.sample(output, batch)

    def forward_batch_guessed(self, batch):
        guess = self.draft_runner.forward(batch)
        self.counter.set_consumer(batch.hicache_consumer_index)
        return self.runner.forward(guess)

    def sample_again(self, output, batch):
        return self.runner.sample(output, batch)


from kit import LayerDoneCounter, MHATokenToKVPool


def build(size, layers, device, runner, draft_runner):
    pool = MHATokenToKVPool(size, layers, device)
    counter = LayerDoneCounter(layers)
    pool.register_layer_transfer_counter(counter)
    return Worker(runner, draft_runner, counter)
