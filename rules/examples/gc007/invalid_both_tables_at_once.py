# expect: GC007 PackedPool.get_kv_buffer
"""The base asks its two accessors, which wait; the override takes both tables itself."""

from kit import MHATokenToKVPool


class PackedPool(MHATokenToKVPool):
    def get_kv_buffer(self, layer_id):
        local = layer_id - self.start_layer
        return self.k_buffer[local], self.v_buffer[local]
