# expect: GC005 ListPool.rows
"""The first of the layers in a list, where all of them are read."""

from kit import MHATokenToKVPool


class ListPool(MHATokenToKVPool):
    def rows(self, layer_ids, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_ids[0] - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in layer_ids]
