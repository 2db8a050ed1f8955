# expect: none
"""The same function makes two allocations: loading the views of one of them loads nothing of the other."""

import torch
from kit import KVCache


def allocate(layer_num, size):
    slab = torch.zeros((layer_num, size, 8))
    return slab, list(slab.unbind(0))


class Two(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.slab, self.rows = allocate(layer_num, size)
        self.scratch, self.spare = allocate(layer_num, size)

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]

    def get_spare(self, layer_id):
        return self.spare[layer_id - self.start_layer]


class TwoHost:
    def load_to_device_per_layer(self, device_pool: Two, h, d, layer_id):
        device_pool.rows[layer_id][d] = self.host[layer_id][h].cuda()
