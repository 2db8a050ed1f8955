# expect: GC009 Worker.forward_extend_only
# expect: GC009 Worker.forward_kept
# Batches in mixed mode can load, too, and no consumer is selected for them.
import enum

from kit import TpWorker


class ForwardMode(enum.IntEnum):
    EXTEND = 1
    MIXED = 2
    DECODE = 3

    def is_decode(self):
        return self == ForwardMode.DECODE


class Worker(TpWorker):
    def forward_extend_only(self, batch):
        if batch.forward_mode == ForwardMode.EXTEND:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_kept(self, batch):
        loading = batch.forward_mode != ForwardMode.DECODE
        if not loading:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
