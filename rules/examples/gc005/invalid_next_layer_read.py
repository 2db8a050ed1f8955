# expect: GC005 AheadPool.read_ahead
"""Waits for this layer and reads the one after it."""

from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def read_ahead(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        following = self.k_buffer[layer_id - self.start_layer + 1]
        return keys[loc], following[loc]
