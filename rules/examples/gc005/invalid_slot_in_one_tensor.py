# expect: GC005 SlotTensorPool.get_rows
"""The layers lie in one tensor, at places that a mapping of ids gives; the wait is for the layer before."""

import torch
from kit import KVCache


class SlotTensorPool(KVCache):
    def __init__(self, size, layer_num, ids, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.slot_of = {layer_id: slot for slot, layer_id in enumerate(ids)}
        self.rows = torch.zeros(len(ids), size, 8, device=device)

    def get_rows(self, layer_id: int):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.rows[self.slot_of[layer_id]]

    def get_rows_waited(self, layer_id: int):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[self.slot_of[layer_id]]


class SlotTensorPoolHost:
    def load_to_device_per_layer(self, device_pool: SlotTensorPool, host_indices, device_indices, layer_id):
        for rows in device_pool.rows:
            rows[device_indices] = self.host[layer_id][host_indices].cuda()
