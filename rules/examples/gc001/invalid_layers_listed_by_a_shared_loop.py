# expect: GC001 PagedPool.get_first_key
"""One loop fills the list of keys and the list of values, under a name that stands for either of them."""

import torch

from kit import KVCache


def views_of(raw, layer_num, rows):
    keys, values = [], []
    for layer in range(layer_num):
        for base, out in ((2 * layer, keys), (2 * layer + 1, values)):
            out.append(torch.as_strided(raw, size=(rows, 8), stride=(8, 1), storage_offset=base * rows * 8))
    return keys, values


class PagedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.raw = torch.zeros(size * layer_num * 16, device=device)
        self.keys, self.values = views_of(self.raw, layer_num, size)

    def get_keys(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.keys[layer_id - self.start_layer]

    def get_first_key(self, layer_id):
        return self.keys[layer_id - self.start_layer][0].clone()


class PagedHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.keys[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
