# expect: GC001 RatioPool.get_index
"""Owned pools stand in a dict, one for each compression ratio; the owner picks one and forgets to wait."""

import torch
from kit import KVCache


class IndexBuffer:
    def __init__(self, size, layers, device):
        self.rows = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def fetch(self, local):
        return self.rows[local]


class RatioPool(KVCache):
    def __init__(self, size, layer_num, device, ratios):
        super().__init__(size, layer_num, device)
        self.latent = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.index_pools = {ratio: IndexBuffer(size, ratios.count(ratio), device) for ratio in set(ratios)}
        self.where = {}
        for layer_id, ratio in enumerate(ratios):
            self.where[layer_id] = (ratio, ratios[:layer_id].count(ratio))

    def get_latent(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.latent[layer_id - self.start_layer]

    def get_index(self, layer_id):
        ratio, local = self.where[layer_id]
        return self.index_pools[ratio].fetch(local)


class RatioPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.latent[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
        ratio, local = device_pool.where[layer_id]
        device_pool.index_pools[ratio].rows[local][device_indices] = self.index_host[layer_id][host_indices].cuda()
