# expect: GC005 EndPool.get_end
# expect: GC005 EndPool.get_tail
"""Whatever layer is asked for, the last one is read: its event comes later than that of any other."""

from kit import MHATokenToKVPool


class EndPool(MHATokenToKVPool):
    def get_end(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[self.layer_num - 1][loc]

    def get_tail(self, layer, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer.layer_id - self.start_layer)
        return self.v_buffer[-1][loc]
