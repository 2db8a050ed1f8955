# expect: none
"""The wait stands in an expression, behind the test for a counter."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, layer_id, loc):
        self.layer_transfer_counter and self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def b(self, layer_id, loc):
        c = self.layer_transfer_counter
        _ = c.wait_until(layer_id - self.start_layer) if c is not None else None
        return self.k_buffer[layer_id - self.start_layer][loc]
