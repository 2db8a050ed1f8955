# expect: GC007 CachedPool.get_key_buffer
"""An override does not wait; a mixin and an heir that work on its result are wrong only because it is."""

from kit import MHATokenToKVPool


class CachedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].view(-1, 8)


class FloatMixin:
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).float()


class FloatPool(FloatMixin, CachedPool):
    pass


class PagedPool(CachedPool):
    def get_key_buffer(self, layer_id):
        return CachedPool.get_key_buffer(self, layer_id).view(-1, 2, 8)
