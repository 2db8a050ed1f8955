# expect: none
"""Two mixins in a row hand the call on, and the last in the row waits."""

from kit import MHATokenToKVPool


class HeadsMixin:
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 4)


class FloatMixin:
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).float()


class CooperativePool(HeadsMixin, FloatMixin, MHATokenToKVPool):
    def get_kv_buffer(self, layer_id):
        return self.get_key_buffer(layer_id), super().get_value_buffer(layer_id)
