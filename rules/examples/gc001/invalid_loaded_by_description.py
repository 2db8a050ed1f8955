# expect: GC001 Store.peek
"""What is copied where is described once, in small records."""

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


from dataclasses import dataclass


@dataclass
class Spec:
    device: list
    host: list


class Host:
    def __init__(self, pool: Store):
        self.specs = [Spec(pool.rows_a, []), Spec(device=pool.rows_b, host=[])]

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        for spec in self.specs:
            spec.device[layer_id][d] = spec.host[layer_id][h].cuda()
