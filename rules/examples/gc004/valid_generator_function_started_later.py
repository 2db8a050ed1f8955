# expect: none
"""Calling a generator function runs nothing of it; the first row is drawn after the wait."""

from kit import MHATokenToKVPool


class StreamPool(MHATokenToKVPool):
    def _rows(self, loc):
        for keys in self.k_buffer:
            yield keys[loc]

    def gather_all(self, loc):
        rows = self._rows(loc)
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return list(rows)
