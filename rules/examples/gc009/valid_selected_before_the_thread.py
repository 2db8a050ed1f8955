# expect: none
# The consumer is selected before the forward is submitted.
from kit import TpWorker


class Worker(TpWorker):
    def forward_x(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.pool.submit(self.model_runner.forward, batch).result()
