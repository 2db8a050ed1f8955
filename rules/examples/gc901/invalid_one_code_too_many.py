# expect: GC901 GenerousPool.get_key_buffer
"""One of two codes is of use, the other matches nothing."""

from kit import MHATokenToKVPool


class GenerousPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: ignore[GC007, GC005] loaded before the forward
