# expect: GC001 HybridPool.get_state
"""What a layer id maps to is a named tuple that holds the owned pool itself and the place in it."""

from typing import Any, NamedTuple

import torch
from kit import KVCache


class Slot(NamedTuple):
    pool: Any
    local: int


class StatePool:
    def __init__(self, size, layers, device):
        self.conv = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def at(self, local):
        return self.conv[local]


class HybridPool(KVCache):
    def __init__(self, size, layer_num, device, state_ids):
        super().__init__(size, layer_num, device)
        self.small = StatePool(size, len(state_ids), device)
        self.slots = {}
        for local, layer_id in enumerate(state_ids):
            self.slots[layer_id] = Slot(self.small, local)

    def _wait_for_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_state_gated(self, layer_id):
        self._wait_for_layer(layer_id)
        slot = self.slots[layer_id]
        return slot.pool.at(slot.local)

    def get_state(self, layer_id):
        slot = self.slots[layer_id]
        return slot.pool.at(slot.local)


class HybridHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        slot = device_pool.slots.get(layer_id)
        if slot is not None:
            slot.pool.conv[slot.local][device_indices] = self.host[slot.local][host_indices].cuda()
