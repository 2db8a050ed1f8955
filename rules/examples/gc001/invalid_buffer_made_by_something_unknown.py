# expect: GC001 TwoWidths.scaled
# What else a load hands to its kernel is a buffer, too, however it was made: nothing shows that it is a number.
import torch
from kit import HiCacheController, KVCache
from row_kernels import copy_rows, scale_rows


class ScaledPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.row_scales = scale_rows(size)
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]


class TwoWidths(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.pools = {ratio: ScaledPool(size // ratio, layer_num, device) for ratio in (4, 128)}

    def get_rows(self, layer_id, ratio):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.pools[ratio].rows[layer_id - self.start_layer]

    def scaled(self, page):
        return page * self.pools[4].row_scales


class ScaledHost:
    def __init__(self, buffers, row_scales, size):
        self.buffers = buffers
        self.row_scales = row_scales
        self.host = [torch.zeros(size, 8, pin_memory=True) for _ in buffers]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        copy_rows(self.host[layer_id], self.buffers[layer_id], host_indices, device_indices, self.row_scales)


def hosts_for(pool, size):
    return [ScaledHost(pool.pools[4].rows, pool.pools[4].row_scales, size)]


def attach(pool, size):
    return HiCacheController(pool, hosts_for(pool, size))
