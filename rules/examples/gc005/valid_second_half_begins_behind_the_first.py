# expect: none
"""One list holds the keys of all layers and then the values of all: how many there are is no layer of its own."""

import torch
from kit import KVCache


class HalvesPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.halves = [torch.zeros(size, 8, device=device) for _ in range(2 * layer_num)]

    def first(self, rows):
        return self._gather(self.start_layer, rows)

    def gather(self, layer_id, rows):
        return self._gather(layer_id, rows)

    def _gather(self, layer_id, rows):
        layer = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer)
        return self.halves[layer][rows] + self.halves[self.layer_num + layer][rows]


class HalvesPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for part in (layer_id, device_pool.layer_num + layer_id):
            device_pool.halves[part][device_indices] = self.host[part][host_indices].cuda()
