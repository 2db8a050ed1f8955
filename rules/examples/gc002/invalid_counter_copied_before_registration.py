# expect: GC002 P.get_index
"""The facade is given the counter while the pool is built, when it is still None."""

import torch
from kit import MHATokenToKVPool


class Index:
    def __init__(self, counter, size, layers, device):
        self.counter = counter
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def get(self, i):
        if self.counter is not None:
            self.counter.wait_until(i)
        return self.rows[i]


class P(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index = Index(self.layer_transfer_counter, size, layer_num, device)

    def get_index(self, layer_id):
        return self.index.get(layer_id - self.start_layer)


class H:
    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        device_pool.index.rows[layer_id][d] = self.host[layer_id][h].cuda()
