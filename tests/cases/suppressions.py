# expect: GC901 OrderlyPool.get_key_buffer
# expect: GC902 SilencedPool.get_key_buffer
# A silencing comment that matches nothing, one that gives no reason, and one that is in order.
from kit import MHATokenToKVPool


class OrderlyPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id)  # gatecheck: ignore[GC001] from before the accessor waited


class SilencedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: ignore[GC007]


class ExplainedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: ignore[GC007] loaded before any forward begins
