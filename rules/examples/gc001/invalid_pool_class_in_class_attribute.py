# expect: GC001 PairPool.get_index
"""The class of the owned pool is a class attribute, which a subclass may replace; the delegation does not wait."""

import torch
from kit import KVCache


class PlainIndex:
    def __init__(self, size, layers, device):
        self.table = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def read(self, layer):
        return self.table[layer]


class ScaledIndex(PlainIndex):
    def read(self, layer):
        return self.table[layer] * 0.5


class PairPool(KVCache):
    index_class = PlainIndex

    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index = self.index_class(size, layer_num, device)

    def get_index(self, layer_id):
        return self.index.read(layer_id - self.start_layer)


class ScaledPairPool(PairPool):
    index_class = ScaledIndex


class PairHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.index.table[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
