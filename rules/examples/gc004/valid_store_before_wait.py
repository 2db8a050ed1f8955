# expect: none
"""Rows are written before the wait and read after it; writing needs none."""

from kit import MHATokenToKVPool


class AppendPool(MHATokenToKVPool):
    def append_and_read(self, layer_id, loc, new_loc, rows):
        keys = self.k_buffer[layer_id - self.start_layer]
        keys[new_loc] = rows
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return keys[loc]
