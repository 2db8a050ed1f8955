# expect: GC004 EagerPool.gather
"""The wait for the same row stands behind the gather, whether the layer was given or is the first one."""

from kit import MHATokenToKVPool


class EagerPool(MHATokenToKVPool):
    def gather(self, loc, number=None):
        if number is None:
            number = self.start_layer
        row = number - self.start_layer
        found = self.k_buffer[row][loc]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(row)
        return found
