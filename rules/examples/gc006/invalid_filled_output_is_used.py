# expect: GC006 MergingBackend.forward
# expect: GC006 MergingBackend.scaled
"""Kernels fill tensors that were just allocated, from the buffer; what is computed from those shows that it was read."""

import torch
from kit import MHATokenToKVPool


class MergingBackend:
    def __init__(self, pool: MHATokenToKVPool, group, kernel):
        self.pool = pool
        self.group = group
        self.kernel = kernel

    def forward(self, q, layer, batch):
        out = torch.zeros_like(q)
        lse = torch.full((q.shape[0],), -float("inf"))
        self.kernel(q, self.pool.k_buffer[layer.layer_id], out, batch.table, lse)
        merged = self.group.merge(out, lse)
        return torch.nan_to_num(merged)

    def scaled(self, q, layer, batch):
        out = torch.empty_like(q)
        self.kernel(q, self.pool.k_buffer[layer.layer_id], out, batch.table)
        scale = out * 2
        return scale.sum()
