# expect: GC001 FirstPool.get_fast
# expect: GC001 BothPool.get_fast
# The host object says in its constructor which pool it is made for: by a test of the class, or by what it asks for.
import torch
from kit import KVCache


class FirstPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.lanes = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.first_only = size

    def get_fast(self, layer_id):
        return self.lanes[layer_id]


class SecondPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.lanes = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_fast(self, layer_id):
        return self.lanes[layer_id]


class BothPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.tracks = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_fast(self, layer_id):
        return self.tracks[layer_id]


class CheckingHost:
    def __init__(self, device_pool, size):
        if not isinstance(device_pool, FirstPool):
            raise TypeError(device_pool)
        self.device_pool = device_pool
        self.limit = device_pool.first_only
        self.host = [torch.zeros(size, 8) for _ in range(size)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.lanes[layer_id][device_indices] = self.host[layer_id][host_indices]


class RenamingHost:
    def __init__(self, device_pool, size):
        device_pool = device_pool.whole if hasattr(device_pool, "whole") else device_pool
        self.device_pool = device_pool
        self.host = [torch.zeros(size, 8) for _ in range(size)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.tracks[layer_id][device_indices] = self.host[layer_id][host_indices]


def build(size, layer_num):
    first, second, both = FirstPool(size, layer_num, "cuda"), SecondPool(size, 1, "cuda"), BothPool(size, 1, "cuda")
    return CheckingHost(first, size), second, RenamingHost(both, size)
