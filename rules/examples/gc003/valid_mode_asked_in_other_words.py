# expect: none
# The same checks of the mode as ever: kept in a variable, turned around, chained, negated, or bound on the way.
from enum import IntEnum, auto

from kit import MHATokenToKVPool


class ForwardMode(IntEnum):
    EXTEND = auto()
    MIXED = auto()
    DECODE = auto()
    IDLE = auto()

    def is_decode(self):
        return self == ForwardMode.DECODE


class Pool(MHATokenToKVPool):
    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def comparison_in_a_variable(self, layer_id, batch):
        decoding = batch.forward_mode == ForwardMode.DECODE
        if not decoding:
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def member_first(self, layer_id, batch):
        if ForwardMode.DECODE != batch.forward_mode:
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def bound_on_the_way(self, layer_id, batch):
        if not (decoding := batch.forward_mode.is_decode()):
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer], decoding

    def either_in_a_variable(self, layer_id, batch):
        quiet = batch.forward_mode.is_decode() or batch.forward_mode == ForwardMode.IDLE
        if not quiet:
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def variable_negated(self, layer_id, batch):
        loading = not batch.forward_mode.is_decode()
        if loading:
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def truth_compared(self, layer_id, batch):
        if batch.forward_mode.is_decode() is False:
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]

    def every_mode_that_loads(self, layer_id, batch):
        if batch.forward_mode in (ForwardMode.EXTEND, ForwardMode.MIXED):
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]

    def one_after_the_other(self, layer_id, batch):
        if batch.forward_mode == ForwardMode.EXTEND:
            self.wait_for(layer_id)
        elif batch.forward_mode.is_mixed():
            self.wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer]
