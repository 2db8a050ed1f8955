# expect: none
"""The helper that waits is a lambda in the class body."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    ordered = lambda self, i: self.layer_transfer_counter is None or self.layer_transfer_counter.wait_until(i)

    def a(self, layer_id, loc):
        self.ordered(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
