# expect: GC003 FastPool.get_rows
"""A fast path that was put before the wait returns early."""

from kit import MHATokenToKVPool


class FastPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc, contiguous):
        keys = self.k_buffer[layer_id - self.start_layer]
        if contiguous:
            first = int(loc[0])
            return keys[first : first + loc.shape[0]]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return keys[loc]
