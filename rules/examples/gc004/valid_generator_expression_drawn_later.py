# expect: none
"""A generator expression copies nothing until somebody draws from it, which is after the wait."""

from kit import MHATokenToKVPool


class LazyPool(MHATokenToKVPool):
    def gather_all(self, loc):
        rows = (keys[loc] for keys in self.k_buffer)
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return list(rows)
