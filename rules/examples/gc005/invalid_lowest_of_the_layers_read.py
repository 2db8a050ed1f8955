# expect: GC005 SetPool.rows
# expect: GC005 SetPool.rows_by_id
"""The lowest of the layers that are read, and the highest of them in the numbering of ids."""

from kit import MHATokenToKVPool


class SetPool(MHATokenToKVPool):
    def rows(self, layer_ids, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(min(layer_ids) - self.start_layer)
        return [self.k_buffer[i - self.start_layer][loc] for i in layer_ids]

    def rows_by_id(self, layer_ids, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(max(layer_ids))
        return [self.k_buffer[i - self.start_layer][loc] for i in layer_ids]
