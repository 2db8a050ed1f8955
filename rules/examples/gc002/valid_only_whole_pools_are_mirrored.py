# expect: none
"""The side buffer is mirrored for a pool that stands alone; the one inside another pool never meets its host."""

import torch

from kit import KVCache, MHATokenToKVPool


class IndexedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index_rows = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def get_index_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.index_rows[layer_id - self.start_layer]


class WindowedPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.full = IndexedPool(size, layer_num, device)
        self.full.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.full.get_key_buffer(layer_id)

    def get_index_rows(self, layer_id):
        return self.full.get_index_rows(layer_id)


class IndexHost:
    def __init__(self, pool):
        self.pool = pool

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.index_rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class Tree:
    def __init__(self, params):
        self.kv_cache = params.allocator.get_kvcache()


def attach(tree: Tree):
    return IndexHost(tree.kv_cache)


def mirror(kvcache):
    return IndexHost(kvcache)


def start(params):
    kvcache = params.allocator.get_kvcache()
    return mirror(kvcache=kvcache)
