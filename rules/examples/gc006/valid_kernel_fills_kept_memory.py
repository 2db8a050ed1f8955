# expect: none
"""Kernels behind a wait, and kernels that store: an index or a scale that is handed on afterwards holds no result."""

import torch
from kernels import attend, store
from kit import MHATokenToKVPool


class WorkspaceBackend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.memory = torch.empty(128, 8, device=pool.device)
        self.scale = torch.ones(1, device=pool.device)

    def extend(self, q, layer):
        attend(q, self.pool.get_key_buffer(layer.layer_id), self.memory)
        return self.memory[: q.shape[0]]

    def extend_in_order(self, q, layer):
        local = layer.layer_id - self.pool.start_layer
        self.pool.layer_transfer_counter.wait_until(local)
        attend(q, self.pool.k_buffer[local], self.memory)
        return self.memory.to(q.dtype)

    def save(self, k, layer, batch):
        store(k, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], batch.out_cache_loc, self.scale)
        return batch.out_cache_loc, self.scale

    def save_beside(self, q, k, layer, loc):
        attend(q, k, self.memory)
        store(k, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], loc)
        return self.memory

    def size(self, q, layer):
        attend(q, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], self.memory)
        return self.memory.size(0)
