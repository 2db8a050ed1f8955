# expect: none
"""Only the load calls these on the pool, whatever they are called: it orders its own work."""

import torch

from kit import MHATokenToKVPool


class AuxPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.aux = [torch.zeros(size, 4) for _ in range(layer_num)]

    def get(self, layer_id):
        return self.aux[layer_id - self.start_layer]

    def to(self, layer_id, rows, device):
        return self.aux[layer_id - self.start_layer][rows].to(device)


class AuxPoolHost:
    def __init__(self, device_pool, rows):
        self.device_pool = device_pool
        self.rows = rows

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        target = device_pool.get(layer_id + device_pool.start_layer)
        target[device_indices] = self.rows[layer_id][host_indices].to(device_pool.device)

    def backup(self, host_indices, device_indices, layer_id):
        source = self.device_pool
        first = source.start_layer
        self.rows[layer_id][host_indices] = source.to(layer_id + first, device_indices, "cpu")
