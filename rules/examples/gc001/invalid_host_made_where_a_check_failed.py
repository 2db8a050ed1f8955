# expect: GC001 Rows.get
"""One builder checks what pool it gets: the host object behind the check is for the one kind, the other for the rest."""

import torch
from kit import KVCache, MHATokenToKVPool


class Rows(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get(self, layer_id):
        return self.rows[layer_id - self.start_layer]


class Keys:
    def __init__(self, keys):
        self.keys = keys

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        self.keys[layer_id][d] = self.host[layer_id][h].cuda()


class Others:
    def __init__(self, rows):
        self.rows = rows

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        self.rows[layer_id][d] = self.host[layer_id][h].cuda()


def build(pool):
    if isinstance(pool, MHATokenToKVPool):
        return Keys(pool.k_buffer)
    return Others(pool.rows)


def attach(counter, device):
    pool = Rows(8, 4, device)
    pool.register_layer_transfer_counter(counter)
    return build(pool)
