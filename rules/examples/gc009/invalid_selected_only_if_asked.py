# expect: GC009 ReplicaWorker.forward_replica
# An optional argument decides whether a consumer is selected, and nobody passes it.
from kit import TpWorker


class ReplicaWorker(TpWorker):
    def forward_replica(self, batch, slot=None):
        if slot is not None:
            self.controller.layer_done_counter.set_consumer(slot)
        return self.model_runner.forward(batch)

    def both(self, batch):
        first = self.forward_batch_generation(batch)
        return first
