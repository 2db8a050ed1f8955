# expect: GC005 AttentionPool.get_rows
"""The layer object carries a global id, and it is used as it stands."""

from kit import MHATokenToKVPool


class AttentionPool(MHATokenToKVPool):
    def get_rows(self, layer, loc):
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer.layer_id)
        return self.k_buffer[layer.layer_id - self.start_layer][loc]
