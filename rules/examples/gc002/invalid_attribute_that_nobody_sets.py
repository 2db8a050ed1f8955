# expect: GC002 P.rows
"""The attribute's name is misspelt, and the default hides it."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id, loc):
        counter = getattr(self, "layer_transfer_count", None)
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
