# expect: none
# The branches select different slots, and each of them selects.
from kit import TpWorker


class TwoSlotWorker(TpWorker):
    def forward_batch_generation(self, batch, replay=None):
        counter = self.controller.layer_done_counter
        if replay is not None:
            counter.set_consumer(replay.slot)
        else:
            counter.set_consumer(batch.hicache_consumer_index)
        if self.is_idle(batch):
            return None
        return self.model_runner.forward(batch)

    def is_idle(self, batch):
        return not batch.reqs
