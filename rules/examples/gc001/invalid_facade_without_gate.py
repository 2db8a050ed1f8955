# expect: GC001 FacadePool.get_index_rows
"""The buffer lives in a helper object that points back to its pool; one of its two readers waits."""

import torch
from kit import MHATokenToKVPool


class IndexCache:
    def __init__(self, pool):
        self.pool = pool
        self.buffer = [torch.zeros(pool.size, 4, device=pool.device) for _ in range(pool.layer_num)]

    def get_buffer(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self.buffer[layer_id - self.pool.start_layer]

    def get_rows(self, layer_id, rows):
        return self.buffer[layer_id - self.pool.start_layer].index_select(0, rows)


class FacadePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index_cache = IndexCache(self)

    def get_index(self, layer_id):
        return self.index_cache.get_buffer(layer_id)

    def get_index_rows(self, layer_id, rows):
        return self.index_cache.get_rows(layer_id, rows)


class FacadeHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.index_cache.buffer[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
