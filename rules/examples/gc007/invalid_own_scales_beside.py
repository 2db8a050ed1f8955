# expect: GC007 PackedPool.get_value_buffer
# expect: GC001 PackedPool.get_scales
"""The override reads the base's buffer and one of its own: one gate is dropped, which would have covered both."""

import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class PackedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = [torch.zeros(size, 1, device=device) for _ in range(layer_num)]

    def get_value_buffer(self, layer_id):
        local = layer_id - self.start_layer
        return self.v_buffer[local] * self.scales[local]

    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id) * self.scales[layer_id - self.start_layer]

    def get_scales(self, layer_id):
        return self.scales[layer_id - self.start_layer]


class PackedPoolHost(MHATokenToKVPoolHost):
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        super().load_to_device_per_layer(device_pool, host_indices, device_indices, layer_id)
        scales = self.scales[layer_id][host_indices].to(device_pool.device, non_blocking=True)
        device_pool.scales[layer_id][device_indices] = scales
