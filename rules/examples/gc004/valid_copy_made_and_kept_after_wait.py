# expect: none
"""The copy that is kept in an attribute was made behind the wait."""

from kit import MHATokenToKVPool


class StickyPool(MHATokenToKVPool):
    def prepare(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        self.prepared = self.k_buffer[layer_id - self.start_layer][loc].contiguous()

    def take_prepared(self):
        return self.prepared
