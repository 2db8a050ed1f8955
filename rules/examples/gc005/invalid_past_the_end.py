# expect: GC005 P.all_rows
"""The number of layers is no index of the table."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def all_rows(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num)
        return [b[loc] for b in self.k_buffer]
