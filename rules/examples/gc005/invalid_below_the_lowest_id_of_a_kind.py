# expect: GC005 P.copy
"""The event before that of the lowest id of a kind: no layer of the kind has landed."""

import torch
from kit import KVCache


class P(KVCache):
    def __init__(self, size, layer_num, device, ids):
        super().__init__(size, layer_num, device)
        self.ids = list(ids)
        self.state = torch.zeros(len(self.ids), size, 4, device=device)
        self.places = {g: i for i, g in enumerate(ids)}

    def copy(self, src, dst):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(min(self.ids) - self.start_layer - 1)
        self.state[:, dst] = self.state[:, src]

    def get(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.state[self.places[layer_id]]


class H:
    def load_to_device_per_layer(self, device_pool, h, d, layer_id):
        p = device_pool.places.get(layer_id + device_pool.start_layer)
        if p is not None:
            device_pool.state[p][d] = self.host[p][h].cuda()
