# expect: GC001 Planes.values_of
# expect: GC001 Planes.row_of
"""Tables that a call of dict puts under names are buffers; taken out of one, or put into one, a layer is read."""

import torch
from kit import KVCache


class Planes(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.planes = dict(
            keys=[torch.zeros(size, 8, device=device) for _ in range(layer_num)],
            values=[torch.zeros(size, 8, device=device) for _ in range(layer_num)],
        )

    def keys_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.planes["keys"][layer_id - self.start_layer]

    def values_of(self, layer_id):
        return self.planes["values"][layer_id - self.start_layer]

    def row_of(self, layer_id):
        return dict([("keys", self.planes["keys"][layer_id - self.start_layer])])


class PlanesHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.planes["keys"][layer_id][device_indices] = self.keys[layer_id][host_indices].cuda()
        device_pool.planes["values"][layer_id][device_indices] = self.values[layer_id][host_indices].cuda()
