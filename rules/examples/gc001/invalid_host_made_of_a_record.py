# expect: GC001 SlotPool.get_slots
"""The host pool is made of a record that holds the pool, and asks for what only the record has."""

import torch
from kit import KVCache


class SlotPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.slots = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_slots(self, layer_id):
        return self.slots[layer_id - self.start_layer]


class Declaration:
    device_pool: object
    storage: object


class SlotPoolHost:
    def __init__(self, decl: Declaration):
        self.device_pool = decl.device_pool
        self.rows = torch.zeros(decl.storage.rows, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.slots[layer_id][device_indices] = self.rows[host_indices].to(device_pool.device, non_blocking=True)


def build(decl: Declaration):
    return SlotPoolHost(decl)
