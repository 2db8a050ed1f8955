# expect: GC004 GatherPool.get_rows
"""Advanced indexing makes a copy, and it stands above the wait."""

from kit import MHATokenToKVPool


class GatherPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        rows = self.k_buffer[layer_id - self.start_layer][loc, :4]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return rows
