# expect: GC001 Store.peek
"""The host side gets the tables as loose arguments of its constructor."""

import torch
from kit import KVCache


class Store(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows_a = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.rows_b = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def rows_pair(self):
        return [self.rows_a, self.rows_b]

    def get(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows_a[layer_id - self.start_layer], self.rows_b[layer_id - self.start_layer]

    def peek(self, layer_id, loc):
        return self.rows_b[layer_id - self.start_layer][loc]


class Host:
    def __init__(self, *buffers):
        self.buffers = buffers

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        for buffer in self.buffers:
            buffer[layer_id][d] = self.host[layer_id][h].cuda()


def build(pool: Store):
    return Host(*pool.rows_pair())
