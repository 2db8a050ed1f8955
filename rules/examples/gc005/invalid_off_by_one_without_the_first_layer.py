# expect: GC005 IdPool.one_before
# expect: GC005 IdPool.one_after
"""A layer id that is one off, and no first layer is taken off it either."""

from kit import MHATokenToKVPool


class IdPool(MHATokenToKVPool):
    def one_before(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - 1)
        return self.v_buffer[layer_id - self.start_layer][loc]

    def one_after(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id + 1)
        return self.v_buffer[layer_id - self.start_layer][loc]
