# expect: none
"""The method that waits is taken from the counter first, and called afterwards."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            wait = self.layer_transfer_counter.wait_until
            wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def b(self, layer_id, loc):
        counter = self.layer_transfer_counter
        wait = counter.wait_until if counter is not None else (lambda index: None)
        wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
