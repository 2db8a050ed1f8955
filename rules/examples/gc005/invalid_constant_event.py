# expect: GC005 FirstPool.get_rows
"""Waits for the first layer, whatever layer it reads."""

from kit import MHATokenToKVPool


class FirstPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(0)
        return self.k_buffer[layer_id - self.start_layer][loc]
