# expect: GC005 SidePool.get_side
"""The host side writes into the pool that somebody gave it: a wait for the wrong layer says, too, which buffer it is."""

import torch
from kit import KVCache


class SidePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side_rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_side(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        return self.side_rows[layer_id - self.start_layer]


class SidePoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        self.owner.side.side_rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()
