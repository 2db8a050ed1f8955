# expect: GC902 TersePool.get_key_buffer
"""A rule is silenced and nobody says why."""

from kit import MHATokenToKVPool


class TersePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: ignore[GC007]
