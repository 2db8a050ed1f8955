# expect: none
# The mixin goes on to the accessor that waits.
from kit import MHATokenToKVPool


class ViewMixin:
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 4)


class MixedPool(ViewMixin, MHATokenToKVPool):
    def get_kv_buffer(self, layer_id):
        return self.get_key_buffer(layer_id), self.get_value_buffer(layer_id)
