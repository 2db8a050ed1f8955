# expect: GC002 OuterPool.get_index
"""The facade points back to the pool that it was made for; that pool is muted by its owner."""

import torch
from kit import KVCache, MHATokenToKVPool


class IndexFacade:
    def __init__(self, pool):
        self.pool = pool
        self.rows = [torch.zeros(pool.size, 4, device=pool.device) for _ in range(pool.layer_num)]

    def get(self, layer_id):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self.rows[layer_id - self.pool.start_layer]


class IndexedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index = IndexFacade(self)


class OuterPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = IndexedPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.body.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.body.get_key_buffer(layer_id)

    def get_index(self, layer_id):
        return self.body.index.get(layer_id)


class OuterHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.body.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
        device_pool.body.index.rows[layer_id][device_indices] = self.i_host[layer_id][host_indices].cuda()
