# expect: none
"""The row is waited for behind the default, before the gather."""

from kit import MHATokenToKVPool


class PatientPool(MHATokenToKVPool):
    def gather(self, loc, number=None):
        if number is None:
            number = self.start_layer
        row = number - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(row)
        return self.k_buffer[row][loc]
