# expect: GC005 PreviousPool.get_key_rows
# expect: GC005 PreviousPool.get_value_rows
"""One event too early, and one too late: the last layer has no event after it."""

from kit import MHATokenToKVPool


class PreviousPool(MHATokenToKVPool):
    def get_key_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_value_rows(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(local + 1)
        return self.v_buffer[local][loc]
