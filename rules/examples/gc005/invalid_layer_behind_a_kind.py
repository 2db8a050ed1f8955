# expect: GC001 Kinds.pair_of
# expect: GC005 Kinds.before
# expect: GC006 doubled
"""Behind the kind stands the layer: what is waited for, or not, is judged by the second subscript."""

import torch
from kit import KVCache


class Kinds(KVCache):
    def __init__(self, size, layer_num, device, start_layer):
        super().__init__(size, layer_num, device, start_layer)
        self.pairs = [[torch.zeros(size, 8, device=device) for _ in range(layer_num)] for _ in range(2)]

    def row(self, which, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.pairs[which][layer_id - self.start_layer]

    def before(self, which, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.pairs[which][layer_id - self.start_layer]

    def pair_of(self, layer_id):
        return [table[layer_id - self.start_layer] for table in self.pairs]

    def table(self, which):
        return self.pairs[which]


class KindsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for which, host in enumerate(self.pairs):
            device_pool.pairs[which][layer_id][device_indices] = host[layer_id][host_indices].cuda()


def doubled(pool: Kinds, which, layer_id):
    return pool.table(which)[layer_id - pool.start_layer] * 2
