# expect: GC004 AllPool.gather_all
"""A list comprehension runs where it stands."""

from kit import MHATokenToKVPool


class AllPool(MHATokenToKVPool):
    def gather_all(self, loc):
        rows = [keys[loc] for keys in self.k_buffer]
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return rows
