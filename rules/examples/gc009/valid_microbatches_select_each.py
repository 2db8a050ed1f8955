# expect: none
# Every micro-batch selects before it runs.
from kit import TpWorker


class MicroWorker(TpWorker):
    def forward_micro_batches(self, batches):
        outputs = []
        for batch in batches:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
            outputs.append(self.model_runner.forward(batch))
        return outputs
