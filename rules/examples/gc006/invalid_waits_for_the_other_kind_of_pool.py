# expect: GC006 rows_of
"""A function waits for one kind of pool and forgets the other; a caller that only has the first kind is no excuse."""

import torch
from kit import KVCache, MHATokenToKVPool


class Facade(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.full = MHATokenToKVPool(size, layer_num, device)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.full._get_key_buffer(layer_id)


class Wide(MHATokenToKVPool):
    pass


class MHATokenToKVPoolHost:
    def load_to_device_per_layer(self, device_pool: MHATokenToKVPool, h, d, layer_id):
        device_pool.k_buffer[layer_id][d] = self.host[layer_id][h].cuda()


def attach(counter, device):
    for pool in (Facade(8, 4, device), Wide(8, 4, device)):
        pool.register_layer_transfer_counter(counter)


def rows_of(pool: KVCache, layer_id):
    if isinstance(pool, Facade):
        pool = pool.full
    elif pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer]


class Backend:
    def __init__(self, pool: Wide):
        self.pool = pool

    def forward(self, q, layer_id):
        return torch.softmax(q @ rows_of(self.pool, layer_id).T, dim=-1)
