# expect: GC005 SlotPool.get_rows
"""The slot comes from a mapping of ids to their places; the wait is for the layer before."""

import torch
from kit import KVCache


class SlotPool(KVCache):
    def __init__(self, size, layer_num, ids, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.ids = ids
        self.slot_of = {layer_id: slot for slot, layer_id in enumerate(self.ids)}
        self.rows = [torch.zeros(size, 8, device=device) for _ in self.ids]

    def _slot(self, layer_id):
        return self.slot_of[layer_id]

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.rows[self._slot(layer_id)]

    def get_rows_waited(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[self._slot(layer_id)]


class SlotPoolHost:
    def load_to_device_per_layer(self, device_pool: SlotPool, host_indices, device_indices, layer_id):
        device_pool.rows[device_pool._slot(layer_id)][device_indices] = self.host[layer_id][host_indices].cuda()
