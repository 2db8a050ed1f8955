# expect: GC902 HalfPool.get_values
"""Two comments in one class, one of them with a reason."""

from kit import MHATokenToKVPool


class HalfPool(MHATokenToKVPool):
    def get_keys(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001] loaded before the forward

    def get_values(self, layer_id, loc):
        return self.v_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001]
