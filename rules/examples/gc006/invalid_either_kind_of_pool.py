# expect: GC006 rows_of
"""The code asks for one kind of pool and waits for it; any other has the buffer itself, and is not waited for."""

import torch
from kit import KVCache, MHATokenToKVPool


class OuterPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.full_pool = MHATokenToKVPool(size, layer_num, device)

    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


def rows_of(pool, layer_id):
    if isinstance(pool, OuterPool):
        pool.wait_for(layer_id)
        pool = pool.full_pool
    return pool.k_buffer[layer_id - pool.start_layer], pool.v_buffer[layer_id - pool.start_layer]


class Backend:
    def __init__(self, pool):
        self.pool = pool

    def extend(self, q, layer):
        keys, values = rows_of(self.pool, layer.layer_id)
        return torch.ops.kit.attend(q, keys, values)


class OuterBackend:
    def __init__(self, pool: OuterPool):
        self.pool = pool

    def extend(self, q, layer):
        keys, values = rows_of(self.pool, layer.layer_id)
        return torch.ops.kit.attend(q, keys, values)


def backends(size, layer_num, device):
    return Backend(MHATokenToKVPool(size, layer_num, device)), OuterBackend(OuterPool(size, layer_num, device))
