# expect: GC001 Store.peek
"""The constructor makes one closure for each table, and the load calls them in turn."""

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


class Host:
    def __init__(self, pool: Store):
        def loader(buffers, src):
            def load(layer, h, d):
                buffers[layer][d] = src[layer][h].cuda()

            return load

        self.loads = [loader(pool.rows_a, []), loader(pool.rows_b, [])]

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        for load in self.loads:
            load(layer_id, h, d)
