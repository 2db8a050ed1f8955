# expect: GC005 KeyedPool.get_rows
"""The keys are layer ids, but the events are not: the first layer is forgotten."""

import torch
from kit import KVCache


class KeyedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.rows = {key: torch.zeros(size, 8, device=device) for key in range(start_layer, start_layer + layer_num)}

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.rows[layer_id]


class KeyedPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        key = device_pool.start_layer + layer_id
        device_pool.rows[key][device_indices] = self.host[layer_id][host_indices].cuda()
