# expect: GC001 Shell.__getattr__
# The wrapper counts the calls of every method that it hands out, and waits for none.
from collections import Counter

import torch
from kit import KVCache


class Leaf:
    def __init__(self, size, n, device):
        self.lanes = [torch.zeros(size, 4, device=device) for _ in range(n)]

    def lane(self, layer_id):
        return self.lanes[layer_id]


class Shell(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.leaf = Leaf(size, layer_num, device)
        self.calls = Counter()

    def __getattr__(self, name):
        attr = getattr(self.leaf, name)
        if callable(attr):

            def call(layer_id, *args, **kwargs):
                self.calls[name] += 1
                return attr(layer_id, *args, **kwargs)

            return call
        return attr


class ShellHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.leaf.lanes[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


def attend(pool: Shell, layer_id, q):
    return q @ pool.lane(layer_id).T
