# expect: GC002 NamesakePool.get_rows
"""The registration fills one attribute, and the accessor asks another one, which stays None."""

import torch
from kit import KVCache


class NamesakePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.load_counter = None
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_rows(self, layer_id):
        if self.load_counter is not None:
            self.load_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]

    def get_rows_ordered(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]


class NamesakeHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
