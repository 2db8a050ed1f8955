# expect: GC003 ChoicePool.get_keys
"""One arm of a conditional expression goes through the accessor, the other takes the buffer itself."""

from kit import MHATokenToKVPool


class ChoicePool(MHATokenToKVPool):
    def get_keys(self, layer_id, raw=False):
        return self.k_buffer[layer_id - self.start_layer] if raw else self.get_key_buffer(layer_id)
