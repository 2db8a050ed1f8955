# expect: GC001 Keys.get_rows
"""A kernel gathers rows for a helper, which says nothing of the batches that it is called for, and reads them."""

import kernels
import torch
from kit import KVCache


class Keys(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.keys = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get_key(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.keys[layer_id - self.start_layer]

    def get_rows(self, layer_id, pages):
        return kernels.gather(self.keys[layer_id - self.start_layer], pages)


class KeysHost:
    def load_to_device_per_layer(self, device_pool: Keys, h, d, layer_id):
        device_pool.keys[layer_id][d] = self.host[layer_id][h].cuda()


class Indexer:
    def scores(self, q, pool, layer_id, pages):
        rows = pool.get_rows(layer_id, pages)
        return torch.matmul(q, rows.T)
