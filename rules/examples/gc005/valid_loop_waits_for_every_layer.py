# expect: none
"""A loop waits for each layer of the range, and a second one reads them."""

from kit import MHATokenToKVPool


class LoopPool(MHATokenToKVPool):
    def gather_all(self, loc):
        if self.layer_transfer_counter is not None:
            for local in range(self.layer_num):
                self.layer_transfer_counter.wait_until(local)
        return [keys[loc] for keys in self.k_buffer]

    def gather_range(self, first, last, loc):
        if self.layer_transfer_counter is not None:
            for layer_id in range(first, last):
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return [self.k_buffer[layer_id - self.start_layer][loc] for layer_id in range(first, last)]
