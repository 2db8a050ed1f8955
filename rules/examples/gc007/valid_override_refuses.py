# expect: none
"""Some pools have no values at all."""

from kit import MHATokenToKVPool


class KeysOnlyPool(MHATokenToKVPool):
    def get_value_buffer(self, layer_id):
        raise NotImplementedError("this pool keeps keys only")

    def get_kv_buffer(self, layer_id):
        return self.get_key_buffer(layer_id), None
