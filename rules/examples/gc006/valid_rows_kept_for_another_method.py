# expect: none
"""Rows that a backend keeps are an address: who keeps them, who consumes them, or a caller of one of these has waited.

Rows that are written into, or of which only the size is asked, are read by nobody, and decoding loads nothing.
"""

import torch
from kernels import store
from kit import MHATokenToKVPool


class KeeperWaits:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def prepare(self, batch):
        self.pool.layer_transfer_counter.wait_until(batch.layer_id - self.pool.start_layer)
        self.k = self.pool.k_buffer[batch.layer_id - self.pool.start_layer]
        self.v = self.pool.get_value_buffer(batch.layer_id)

    def attend(self, q):
        return torch.softmax(q @ self.k.T, -1) @ self.v


class ConsumerWaits:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.first = pool.k_buffer[0]

    def consume_first(self, q):
        self.pool.layer_transfer_counter.wait_until(0)
        return q @ self.first.T

    def consume_behind_the_device(self, q):
        torch.cuda.synchronize()
        return q @ self.first.T


class CallersWait:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def keep_rows(self, layer_id):
        self.rows = self.pool.k_buffer[layer_id - self.pool.start_layer]

    def consume_rows(self, q):
        return q @ self.rows.T


class Runner:
    def __init__(self, backend: CallersWait):
        self.backend = backend

    def step(self, q, layer_id):
        self.backend.pool.layer_transfer_counter.wait_until(layer_id - self.backend.pool.start_layer)
        return self.one_step(q)

    def one_step(self, q):
        return self.backend.consume_rows(q)


class Writer:
    def __init__(self, pool: MHATokenToKVPool):
        self.target = pool.k_buffer[0]

    def write(self, rows, loc):
        self.target[loc] = rows
        store(rows, self.target, loc)

    def size(self):
        return self.target.shape[0]


class Decoder:
    def __init__(self, pool: MHATokenToKVPool):
        self.last = pool.v_buffer[-1]

    def forward_any(self, q, batch):
        return self.decode_with_last(q) if batch.forward_mode.is_decode() else q

    def decode_with_last(self, q):
        return q @ self.last.T
