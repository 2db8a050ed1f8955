# expect: GC003 Pool.only_for_extend
# expect: GC003 Pool.only_for_one_of_them
# Batches in mixed mode load as well, and for them nothing waits.
from enum import IntEnum, auto

from kit import MHATokenToKVPool


class ForwardMode(IntEnum):
    EXTEND = auto()
    MIXED = auto()
    DECODE = auto()

    def is_decode(self):
        return self == ForwardMode.DECODE


class Pool(MHATokenToKVPool):
    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def only_for_extend(self, layer_id, batch):
        if batch.forward_mode == ForwardMode.EXTEND:
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def only_for_one_of_them(self, layer_id, batch):
        if batch.forward_mode not in (ForwardMode.DECODE, ForwardMode.MIXED):
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]
