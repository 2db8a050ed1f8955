# expect: GC001 IndexedPool.get_index_k_continuous
# Two accessors of one loaded buffer, of which the second forgot to wait.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class IndexedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.index_k = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]

    def get_index_k(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.index_k[layer_id - self.start_layer]

    def get_index_k_continuous(self, layer_id, pages):
        buf = self.index_k[layer_id - self.start_layer]
        return buf[pages].contiguous()


class IndexedPoolHost(MHATokenToKVPoolHost):
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        super().load_to_device_per_layer(device_pool, host_indices, device_indices, layer_id)
        device_pool.index_k[layer_id][device_indices] = self.index_k_host[layer_id][host_indices].to(device_pool.device)
