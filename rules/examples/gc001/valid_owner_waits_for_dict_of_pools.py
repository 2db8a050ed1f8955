# expect: none
"""The owned pools stand in a dict; the owner waits for the layer before it picks one."""

import torch
from kit import KVCache


class Compartment:
    def __init__(self, size, layers, device):
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def fetch(self, local):
        return self.rows[local]


class RatioPool(KVCache):
    def __init__(self, size, layer_num, device, ratios):
        super().__init__(size, layer_num, device)
        self.compartments = {ratio: Compartment(size, ratios.count(ratio), device) for ratio in set(ratios)}
        self.where = {i: (ratio, ratios[:i].count(ratio)) for i, ratio in enumerate(ratios)}

    def _resolve(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        ratio, local = self.where[layer_id]
        return self.compartments[ratio], local

    def get_index(self, layer_id):
        pool, local = self._resolve(layer_id)
        return pool.fetch(local)


class RatioHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        ratio, local = device_pool.where[layer_id]
        device_pool.compartments[ratio].rows[local][device_indices] = self.host[layer_id][host_indices].cuda()
