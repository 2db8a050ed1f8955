# expect: none
# A worker's other methods talk to the runner, but do not run the model.
from kit import TpWorker


class BusyWorker(TpWorker):
    def update_weights(self, path):
        return self.model_runner.update_weights(path)

    def sample(self, logits, batch):
        return self.model_runner.sample(logits, batch)

    def describe(self):
        return self.model_runner.describe(), self.controller.load_stream

    def forward_batch_generation(self, batch):
        self.profile(batch)
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        output = self.model_runner.forward(batch)
        return self.sample(output, batch)

    def profile(self, batch):
        return len(batch.reqs)
