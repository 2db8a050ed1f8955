# expect: GC001 Slab.get_scale
"""One allocation, kept whole and cut into views by the function that makes it: who loads its rows loads the views."""

import torch
from kit import KVCache


def allocate(layer_num, size, names):
    slab = torch.zeros((layer_num, size, 8))
    rows = list(slab.unbind(0))
    views = {name: [row[:, at : at + 4].view(size, 4) for row in rows] for at, name in enumerate(names)}
    return slab, rows, views


class Slab(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.slab, self.rows, views = allocate(layer_num, size, ("keys", "scales"))
        self.keys = views["keys"]
        self.scales = views["scales"]

    def get_key(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.keys[layer_id - self.start_layer]

    def get_scale(self, layer_id):
        return self.scales[layer_id - self.start_layer]


class SlabHost:
    def load_to_device_per_layer(self, device_pool: Slab, h, d, layer_id):
        device_pool.rows[layer_id][d] = self.host[layer_id][h].cuda()
