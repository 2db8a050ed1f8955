# expect: GC006 PagedBackend.first
# expect: GC006 PagedBackend.second
"""A base annotates the attribute: what it holds can be either pool, in each of the functions that use it."""

import torch
from kit import KVCache, MHATokenToKVPool


class RingPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.ring = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def rows_of(self, i):
        return self.ring[i]


class PagedBackend:
    def __init__(self, runner):
        self.pool: KVCache = runner.pool

    def first(self, q, i):
        return torch.ops.attn.prefill(q, self.pool.k_buffer[i])

    def second(self, q, i):
        return torch.ops.attn.prefill(q, self.pool.k_buffer[i + 1])


def make(size, layers, device):
    return MHATokenToKVPool(size, layers, device), RingPool(size, layers, device)
