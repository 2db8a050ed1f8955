# expect: GC001 P.rows
"""A subclass empties the hook that waits; the accessor above it is wrong for that subclass."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def _before(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def rows(self, layer_id, loc):
        self._before(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]


class Q(P):
    def _before(self, layer_id):
        pass
