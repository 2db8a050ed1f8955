# expect: GC001 CachingPool.remember
"""Copies are kept in a dict by layer; nobody waits, neither here nor where they are handed out."""

from kit import MHATokenToKVPool


class CachingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._copies = {}

    def remember(self, layer_id, loc):
        self._copies[layer_id] = self.k_buffer[layer_id - self.start_layer][loc].clone()

    def recall(self, layer_id):
        return self._copies[layer_id]
