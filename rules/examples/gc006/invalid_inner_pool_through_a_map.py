# expect: GC006 Compressor.compress
# The inner pools stand in a dict by ratio; a helper of the owner hands one of them out.
import torch
from kit import KVCache


class Ratio:
    def __init__(self, rows, layers, device):
        self.kv = [torch.zeros(rows, 4, device=device) for _ in range(layers)]

    def rows(self, local):
        return self.kv[local]


class Ratios(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.by_ratio = {r: Ratio(size // r, layer_num, device) for r in (4, 128)}

    def pool_of(self, ratio):
        return self.by_ratio[ratio]

    def get_rows(self, layer_id, ratio):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.by_ratio[ratio].rows(layer_id - self.start_layer)


class RatiosHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for ratio, inner in device_pool.by_ratio.items():
            inner.kv[layer_id][device_indices] = self.host[ratio][layer_id][host_indices].cuda()


class Compressor:
    def __init__(self, pool: Ratios):
        self.pool = pool

    def compress(self, layer_id, x):
        inner = self.pool.pool_of(4)
        return x @ inner.rows(layer_id - self.pool.start_layer).T

    def compress_behind_the_owner(self, layer_id, x):
        return x @ self.pool.get_rows(layer_id, 128).T
