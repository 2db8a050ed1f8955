# expect: none
"""One loop waits for the layers of a list, the next one reads them; where the first makes no round, nor does the next."""

from kit import MHATokenToKVPool


class ListPool(MHATokenToKVPool):
    def gather(self, layer_ids, loc):
        for layer_id in layer_ids:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return [self.k_buffer[layer_id - self.start_layer][loc] for layer_id in layer_ids]
