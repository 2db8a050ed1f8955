# expect: GC006 FirstAndLast.forward
# expect: GC006 KeepingBackend.forward
# expect: GC006 RecordingBackend.forward
# expect: GC006 SharingHeir.forward
"""A backend keeps a layer's tensor, taken past the accessors, for another of its methods, and nobody waits anywhere."""

from dataclasses import dataclass

import torch
from kernels import attend
from kit import MHATokenToKVPool


class KeepingBackend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.k = None

    def prepare(self, batch):
        self.k, self.v = self.pool._get_key_buffer(batch.layer_id), self.pool.v_buffer[batch.layer_id]

    def forward(self, q):
        return torch.softmax(q @ self.k.T, -1) @ self.v

    def run(self, batch, q):
        self.prepare(batch)
        return self.forward(q)


@dataclass
class Metadata:
    rows: torch.Tensor
    loc: torch.Tensor


class RecordingBackend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.metadata = None

    def prepare(self, batch):
        self.metadata = Metadata(rows=self.pool.k_buffer[batch.layer_id - self.pool.start_layer], loc=batch.loc)

    def forward(self, q):
        return q @ self.metadata.rows[self.metadata.loc].T


class FirstAndLast:
    def __init__(self, pool: MHATokenToKVPool):
        self.ends = [pool.k_buffer[0], pool.k_buffer[-1]]

    def forward(self, q):
        return attend(q, self.ends[0], self.ends[1])


class SharingBase:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def prepare_rows(self, layer_id):
        self.rows = self.pool.v_buffer[layer_id - self.pool.start_layer].view(-1, 64)


class SharingHeir(SharingBase):
    def forward(self, q):
        return q @ self.rows.T
