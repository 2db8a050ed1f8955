# expect: none
"""The base's accessor is called by the name of its class, or through a sibling that waits for the same layer."""

from kit import MHATokenToKVPool


class NamedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return MHATokenToKVPool.get_key_buffer(self, layer_id).view(-1, 2, 4)

    def get_value_buffer(self, layer_id):
        keys = self.get_key_buffer(layer_id)
        values = self.v_buffer[layer_id - self.start_layer]
        return values.view(keys.shape)
