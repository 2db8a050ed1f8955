# expect: none
"""Rows moved within a buffer, for a caller in another part of the package: it may know when to."""

import torch
from kit import KVCache
from pools.kit import LayerDoneCounter
from pools.runners import Runner


class P(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.state = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def move(self, src, dst):
        for s in self.state:
            s[dst] = s[src]

    def get(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state[layer_id - self.start_layer]


class H:
    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        device_pool.state[layer_id][d] = self.host[layer_id][h].cuda()


def attach(runner: Runner, pool: P, layer_num):
    pool.register_layer_transfer_counter(LayerDoneCounter(layer_num))
    runner.pool = pool
