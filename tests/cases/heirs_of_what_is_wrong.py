# expect: GC007 CachedPool.get_key_buffer
# expect: GC003 CachedPool.get_value_buffer
# expect: GC001 HastyPool.get_key_buffer
# expect: GC004 TardyPool.get_key_buffer
# expect: GC003 ChoosyPool.get_key_buffer
# expect: GC002 MutedPool.get_value_buffer
# What a pool forgets is told once, where it is forgotten: not again of heirs that work on its result. An heir that
# reads for itself, waits too late or on some ways only, or has no counter has a fault of its own.
from kit import MHATokenToKVPool


class CachedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].view(-1, 8)

    def get_value_buffer(self, layer_id, waited=False):
        if not waited and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer]


class FloatPool(CachedPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).float()

    def get_value_buffer(self, layer_id, waited=False):
        return CachedPool.get_value_buffer(self, layer_id, waited).float()


class PagedPool(FloatPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 8)

    def get_key_pages(self, layer_id):
        return self.get_key_buffer(layer_id)


class ViewMixin:
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 4)


class ViewedPool(ViewMixin, CachedPool):
    pass


class ViewedSoundPool(ViewMixin, MHATokenToKVPool):
    pass


class WaitingPool(CachedPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return super().get_key_buffer(layer_id)


class HastyPool(CachedPool):
    def get_key_buffer(self, layer_id):
        first = self.k_buffer[layer_id - self.start_layer][0].clone()
        return super().get_key_buffer(layer_id) - first


class TardyPool(CachedPool):
    def get_key_buffer(self, layer_id):
        keys = super().get_key_buffer(layer_id).float()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return keys


class ChoosyPool(CachedPool):
    def get_key_buffer(self, layer_id, fused=False):
        if not fused and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return super().get_key_buffer(layer_id)


class MutedPool(CachedPool):
    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = None

    def get_value_buffer(self, layer_id, waited=False):
        return super().get_value_buffer(layer_id).float()
