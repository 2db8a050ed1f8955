# expect: none
# The ways without a wait are taken only by batches for which nothing is loading, as a check of the mode shows.
from enum import IntEnum, auto

from kit import MHATokenToKVPool


class ForwardMode(IntEnum):
    EXTEND = auto()
    DECODE = auto()
    IDLE = auto()

    def is_decode(self):
        return self == ForwardMode.DECODE


class Pool(MHATokenToKVPool):
    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def asked_directly(self, layer_id, batch):
        if not batch.forward_mode.is_decode():
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def kept_in_a_variable(self, layer_id, batch):
        decoding = batch.forward_mode.is_decode_or_idle()
        if decoding:
            return self.k_buffer[layer_id - self.start_layer]
        self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def asked_for_extending(self, layer_id, batch):
        if batch.forward_mode.is_extend():
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]

    def compared(self, layer_id, batch):
        if batch.forward_mode not in (ForwardMode.DECODE, ForwardMode.IDLE):
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]
