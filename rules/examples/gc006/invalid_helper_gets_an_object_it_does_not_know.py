# expect: GC006 extend
"""What a helper without annotations gets is only known from its caller; the other function with the attribute has none."""

import torch
from kit import MHATokenToKVPool


class Batch:
    def __init__(self, rows: MHATokenToKVPool, table):
        self.rows = rows
        self.table = table


class Journal:
    def __init__(self):
        self.rows = []
        self.k_buffer = []


def _attend(q, thing, i):
    return torch.ops.attn.prefill(q, thing.rows.k_buffer[i], thing.table)


def extend(q, batch: Batch, i):
    if not batch.rows.k_buffer:
        return q
    return _attend(q, batch, i)
