# expect: GC002 SplitPool.get_scale_buffer
# The owned pool waits on a counter that its owner sets to None.
import torch
from kit import KVCache, MHATokenToKVPool


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.scale_buffer = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def get_scale_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scale_buffer[layer_id - self.start_layer]


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = ScaledPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def _wait_for_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        self._wait_for_layer(layer_id)
        return self.full_pool.get_key_buffer(self.mapping[layer_id])

    def get_scale_buffer(self, layer_id):
        return self.full_pool.get_scale_buffer(self.mapping[layer_id])


class SplitPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id + device_pool.start_layer)
        if local is not None:
            full_pool = device_pool.full_pool
            full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
            full_pool.scale_buffer[local][device_indices] = self.scale_host[local][host_indices].cuda()
