# expect: GC003 ListPool.gather
"""A loop waits for the layers of one list, and those of another one are read."""

from kit import MHATokenToKVPool


class ListPool(MHATokenToKVPool):
    def gather(self, layer_ids, all_ids, loc):
        for layer_id in layer_ids:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return [self.k_buffer[layer_id - self.start_layer][loc] for layer_id in all_ids]
