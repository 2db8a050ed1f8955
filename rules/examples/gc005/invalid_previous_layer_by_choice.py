# expect: GC005 ClampPool.by_maximum
# expect: GC005 ClampPool.by_test
# expect: GC005 ClampPool.by_minimum
"""The layer before, kept from going below the first."""

from kit import MHATokenToKVPool


class ClampPool(MHATokenToKVPool):
    def by_maximum(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(max(local - 1, 0))
        return self.v_buffer[local][loc]

    def by_test(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(local - 1 if local > 0 else 0)
        return self.v_buffer[local][loc]

    def by_minimum(self, layer_id, loc):
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(min(local - 1, self.layer_num - 1))
        return self.v_buffer[local][loc]
