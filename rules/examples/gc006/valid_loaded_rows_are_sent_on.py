# expect: none
"""Whoever sends loaded rows on to other ranks takes them into memory of its own, and puts what it gets back."""

import torch
from kit import MHATokenToKVPool


class Sender:
    def __init__(self, device_pool: MHATokenToKVPool, group, is_source):
        self.device_pool = device_pool
        self.group = group
        self.is_source = is_source
        self.staging = torch.empty(1024, 8, device=device_pool.device)

    def send_layer(self, layer_id, indices):
        self._send(self.device_pool.k_buffer, self.staging, indices, layer_id)

    def _send(self, buffers, staging, indices, layer_id):
        rows = buffers[layer_id]
        part = staging[: len(indices)].view(len(indices), 8)
        if self.is_source:
            torch.index_select(rows, 0, indices, out=part)
        torch.distributed.broadcast(part, src=0, group=self.group)
        if not self.is_source:
            rows.index_copy_(0, indices, part)


class Exchange:
    def __init__(self, device_pool: MHATokenToKVPool, group):
        self.device_pool = device_pool
        self.group = group
        self.staging = torch.empty(1024, 8, device=device_pool.device)

    def exchange_layer(self, layer_id, indices):
        self._take(self.device_pool.k_buffer[layer_id], indices)
        torch.distributed.broadcast(self.staging, src=0, group=self.group)
        self._put(self.device_pool.k_buffer[layer_id], indices)

    def _take(self, rows, indices):
        torch.index_select(rows, 0, indices, out=self.staging)

    def _put(self, rows, indices):
        rows[indices] = self.staging
