# expect: none
"""Reads what belongs to the layers of one kind, behind the event of the highest of them."""

import torch
from kit import KVCache


class StatePool(KVCache):
    def __init__(self, size, layer_num, device, state_ids):
        super().__init__(size, layer_num, device)
        self.state_ids = list(state_ids)
        self.state = [torch.zeros(size, 4, device=device) for _ in state_ids]
        self.places = {g: i for i, g in enumerate(state_ids)}

    def copy_rows(self, source, target):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(max(self.state_ids) - self.start_layer)
        for state in self.state:
            state[target] = state[source]

    def get_state(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state[self.places[layer_id]]


class StateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.state[place][device_indices] = self.host[place][host_indices].cuda()
