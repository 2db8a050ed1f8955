# expect: GC001 Store.peek
"""The load hands its rows to a method of the pool, which puts them into the tables."""

import torch
from kit import KVCache


class Store(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows_a = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.rows_b = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def put(self, layer, loc, a, b):
        self.rows_a[layer][loc] = a
        self.rows_b[layer][loc] = b

    def get(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows_a[layer_id - self.start_layer], self.rows_b[layer_id - self.start_layer]

    def peek(self, layer_id, loc):
        return self.rows_b[layer_id - self.start_layer][loc]


class Host:
    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        device_pool.put(layer_id, d, self.a[layer_id][h].cuda(), self.b[layer_id][h].cuda())
