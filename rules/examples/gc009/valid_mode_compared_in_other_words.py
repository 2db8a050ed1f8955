# expect: none
# The mode is compared, and the outcome kept in a variable or asked for the other way round.
import enum

from kit import TpWorker


class ForwardMode(enum.IntEnum):
    EXTEND = 1
    MIXED = 2
    DECODE = 3

    def is_decode(self):
        return self == ForwardMode.DECODE


class Worker(TpWorker):
    def forward_kept(self, batch):
        decoding = batch.forward_mode == ForwardMode.DECODE
        if not decoding:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_turned(self, batch):
        if ForwardMode.DECODE != batch.forward_mode:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_both(self, batch):
        if batch.forward_mode in (ForwardMode.EXTEND, ForwardMode.MIXED):
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_one_by_one(self, batch):
        if batch.forward_mode == ForwardMode.EXTEND:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        elif batch.forward_mode == ForwardMode.MIXED:
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)

    def forward_not_and(self, batch):
        if not (batch.forward_mode != ForwardMode.EXTEND and batch.forward_mode != ForwardMode.MIXED):
            self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
