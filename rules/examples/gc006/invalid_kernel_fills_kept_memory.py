# expect: GC006 WorkspaceBackend.decode
# expect: GC006 WorkspaceBackend.extend
# expect: GC006 WorkspaceBackend.in_steps
# expect: GC006 WorkspaceBackend.told
# expect: GC006 WorkspaceBackend.verify
"""Kernels put their results into memory that the backend keeps; that memory, or a part of it, is what is returned."""

import torch
from kit import MHATokenToKVPool
from kernels import attend


class WorkspaceBackend:
    def __init__(self, pool: MHATokenToKVPool, split):
        self.pool = pool
        self.memory = torch.empty(128, 8, device=pool.device)
        self.lse = torch.zeros(128).view(-1, 1) if split else None

    def extend(self, q, layer):
        attend(q, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], self.memory)
        return self.memory[: q.shape[0]]

    def decode(self, q, layer):
        rows = self.memory[: q.shape[0]]
        attend(q, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], rows.view(-1, 64), self.lse)
        return rows.to(q.dtype), q.shape

    def told(self, q, layer, batch):
        attend(q, self.pool.k_buffer[layer.layer_id - self.pool.start_layer], out=batch.result)
        return batch.result

    def in_steps(self, q, layer):
        k = self.pool.k_buffer[layer.layer_id - self.pool.start_layer]
        for n in range(q.shape[0]):
            attend(q[n], k, self.memory[n])
        return self.memory

    def verify(self, q, layer):
        self._launch(q, self.lse, layer.layer_id - self.pool.start_layer)
        return self.lse

    def _launch(self, q, rows, local):
        attend(q, self.pool.k_buffer[local], rows[: q.shape[0]])
