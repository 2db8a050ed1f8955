# expect: GC006 PagedBackend.forward
"""The method that reads stands in a base that knows nothing of the pool; its heir says what it is."""

import torch
from kit import MHATokenToKVPool


class Journal:
    def __init__(self):
        self.k_buffer = []


class Backend:
    def attend(self, q, i):
        return torch.ops.attn.prefill(q, self.rows.k_buffer[i])


class PagedBackend(Backend):
    def __init__(self, rows: MHATokenToKVPool):
        self.rows = rows

    def forward(self, q, layer):
        assert len(self.rows.k_buffer) > layer.layer_id
        return self.attend(q, layer.layer_id)
