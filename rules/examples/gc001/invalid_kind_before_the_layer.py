# expect: GC001 KindsPool.get_value_buffer
# expect: GC001 KindsPool.get_kv_buffer
# expect: GC001 KindsPool.get_turned
"""One tensor holds the kinds first, then the layers: a constant and a layer in one subscript choose one layer."""

import torch
from kit import KVCache


class KindsPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.kv = torch.zeros(2, layer_num, size, 8, device=device)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.kv[0, layer_id - self.start_layer]

    def get_value_buffer(self, layer_id):
        return self.kv[1, layer_id - self.start_layer]

    def get_kv_buffer(self, layer_id):
        index = layer_id - self.start_layer
        return self.kv[0, index], self.kv[1, index]

    def get_turned(self, layer_id):
        return self.kv.transpose(0, 1)[layer_id - self.start_layer, 1]

    def get_values(self):
        return self.kv[1]


class KindsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.kv[0, layer_id, device_indices] = self.host[0, layer_id, host_indices].cuda()
        device_pool.kv[1, layer_id, device_indices] = self.host[1, layer_id, host_indices].cuda()
