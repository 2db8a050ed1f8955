# expect: GC005 StatePool.get_state
"""The helper that turns the id into a place comes first, and its result is what is waited for."""

import torch
from kit import KVCache


class StatePool(KVCache):
    def __init__(self, size, layer_num, device, ids):
        super().__init__(size, layer_num, device)
        self.state = [torch.zeros(size, 4, device=device) for _ in ids]
        self.places = {g: i for i, g in enumerate(ids)}

    def _place(self, layer_id):
        return self.places[layer_id]

    def get_state(self, layer_id):
        place = self._place(layer_id)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(place)
        return self.state[place]

    def get_state_ordered(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state[self._place(layer_id)]


class StateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.state[place][device_indices] = self.host[place][host_indices].cuda()
