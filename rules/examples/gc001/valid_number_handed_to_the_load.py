# expect: none
# A load hands a kernel the width of the rows, too: their pool makes them that wide, so it is a number and no buffer.
import torch
from kit import HiCacheController, KVCache
from row_kernels import copy_rows, row_bytes


class PaddedPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.row_bytes = row_bytes(size)
        self.rows = [torch.zeros(size, self.row_bytes, device=device) for _ in range(layer_num)]


class TwoWidths(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.pools = {ratio: PaddedPool(size // ratio, layer_num, device) for ratio in (4, 128)}

    def get_rows(self, layer_id, ratio):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.pools[ratio].rows[layer_id - self.start_layer]

    def offset_of(self, page):
        return page * self.pools[4].row_bytes


class PaddedHost:
    def __init__(self, buffers, row_bytes, size):
        self.buffers = buffers
        self.row_bytes = row_bytes
        self.host = [torch.zeros(size, 8, pin_memory=True) for _ in buffers]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        copy_rows(self.host[layer_id], self.buffers[layer_id], host_indices, device_indices, self.row_bytes)


def hosts_for(pool, size):
    return [PaddedHost(pool.pools[4].rows, pool.pools[4].row_bytes, size)]


def attach(pool, size):
    return HiCacheController(pool, hosts_for(pool, size))
