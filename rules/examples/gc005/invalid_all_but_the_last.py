# expect: GC005 P.all_rows
"""The loop waits for each layer but the last, and all are read."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def all_rows(self, loc):
        if self.layer_transfer_counter is not None:
            for i in range(self.layer_num - 1):
                self.layer_transfer_counter.wait_until(i)
        return [b[loc] for b in self.k_buffer]
