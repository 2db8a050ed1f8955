# expect: GC001 RowPool.get_raw_rows
# The builder's argument has no type. The host pool reads `size` and `heads` of it as soon as it is made: RowPool has both,
# the part of WidePool has not, so nobody loads that part, although its attribute has the same name.
import torch
from kit import KVCache


class RowPool(KVCache):
    def __init__(self, size, layer_num, device, heads):
        super().__init__(size, layer_num, device)
        self.heads = heads
        self.rows = [torch.zeros(size, heads, device=device) for _ in range(layer_num)]

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]

    def get_raw_rows(self, layer_id):
        return self.rows[layer_id - self.start_layer]


class WidePart:
    def __init__(self, slots, layer_num, device):
        self.slots = slots
        self.rows = [torch.zeros(slots, 8, device=device) for _ in range(layer_num)]


class WidePool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.part = WidePart(size, layer_num, device)

    def get_wide_rows(self, layer_id):
        return self.part.rows[layer_id - self.start_layer]


class RowPoolHost:
    def __init__(self, device_pool, ratio):
        self.size = int(device_pool.size * ratio)
        self.heads = device_pool.heads

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build_stack(pool, ratio):
    return RowPoolHost(pool, ratio)
