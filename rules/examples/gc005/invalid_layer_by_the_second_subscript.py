# expect: GC005 PairPool.get_before
"""The load shows that the first subscript chooses a kind and the second the layer: the wait is for the one before."""

import torch
from kit import KVCache


class PairPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.pair = [[torch.zeros(size, 8, device=device) for _ in range(layer_num)] for _ in range(2)]

    def get_before(self, kind, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.pair[kind][layer_id - self.start_layer]

    def get_waited(self, kind, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.pair[kind][layer_id - self.start_layer]


class PairPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for kind in (0, 1):
            device_pool.pair[kind][layer_id][device_indices] = self.host[kind][layer_id][host_indices].cuda()
