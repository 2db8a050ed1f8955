# expect: GC001 Rows.get
"""The host object gets no pool but a record that names one, and asks that record for what no pool has."""

import torch
from kit import KVCache


class Rows(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get(self, layer_id):
        return self.rows[layer_id - self.start_layer]


class Declared:
    def __init__(self, label, device_pool):
        self.label = label
        self.device_pool = device_pool


class RowsHost:
    def __init__(self, declared: Declared):
        self.label = declared.label
        self.pool = declared.device_pool

    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        device_pool.rows[layer_id][d] = self.host[layer_id][h].cuda()


class Builder:
    def build(self, declared: Declared):
        return RowsHost(declared)
