# expect: none
# What waits twice only by way of the pair accessor is not said again.
from kit import MHATokenToKVPool


class Relaying(MHATokenToKVPool):
    def get_sum(self, layer_id):
        keys, values = self.get_kv_buffer(layer_id)
        return keys + values
