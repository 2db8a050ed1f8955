# expect: GC001 MainPool.get_index_k
# The owned pool knows no counter, and this delegation of its owner does not wait either.
import torch
from kit import KVCache


class IndexerPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.index_k = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get_index_k(self, layer_id):
        return self.index_k[layer_id]


class MainPool(KVCache):
    def __init__(self, size, layer_num, device, ratios):
        super().__init__(size, layer_num, device)
        self.kv = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.indexer_pool = IndexerPool(size, sum(r == 4 for r in ratios), device)
        self.layer_mapping = {g: i for i, g in enumerate(g for g, r in enumerate(ratios) if r == 4)}

    def wait_layer_transfer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        self.wait_layer_transfer(layer_id)
        return self.kv[layer_id - self.start_layer]

    def get_index_k(self, layer_id):
        compressed = self.layer_mapping[layer_id]
        return self.indexer_pool.get_index_k(compressed)


class MainPoolHost:
    def __init__(self, pool):
        self.device_buffers = [*pool.kv]
        self.index_buffers = [*pool.indexer_pool.index_k]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        self.device_buffers[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
        local = device_pool.layer_mapping.get(layer_id)
        if local is not None:
            self.index_buffers[local][device_indices] = self.index_host[local][host_indices].cuda(non_blocking=True)
