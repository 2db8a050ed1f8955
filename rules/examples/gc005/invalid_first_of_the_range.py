# expect: GC005 RangePool.gather
"""Reads the layers of a range and waits for the first of them only."""

from kit import MHATokenToKVPool


class RangePool(MHATokenToKVPool):
    def gather(self, first, last, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(first - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in range(first, last)]
