# expect: GC001 Store.peek
"""The base host copies what its heir yields for a layer."""

import torch
from kit import KVCache


class Store(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows_a = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.rows_b = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows_a[layer_id - self.start_layer], self.rows_b[layer_id - self.start_layer]

    def peek(self, layer_id, loc):
        return self.rows_b[layer_id - self.start_layer][loc]


class BaseHost:
    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        for dst, src in self.pairs(device_pool, layer_id):
            dst[d] = src[h].cuda()

    def pairs(self, device_pool, layer_id):
        raise NotImplementedError


class Host(BaseHost):
    def pairs(self, device_pool, layer_id):
        yield device_pool.rows_a[layer_id], self.a[layer_id]
        yield device_pool.rows_b[layer_id], self.b[layer_id]
