# expect: GC007 PinnedPool.rows_of
"""The gated accessor of the base is built on a hook; the override of the accessor skips the hook."""

from kit import MHATokenToKVPool


class HookedPool(MHATokenToKVPool):
    def before_read(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def rows_of(self, layer_id, loc):
        self.before_read(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]


class PinnedPool(HookedPool):
    def rows_of(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer].index_select(0, loc)
