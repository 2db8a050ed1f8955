# expect: none
# The forward is prepared first, the consumer selected, and only then the forward called.
import functools

from kit import TpWorker


class Worker(TpWorker):
    def forward_x(self, batch):
        run = functools.partial(self.model_runner.forward, batch)
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return run()
