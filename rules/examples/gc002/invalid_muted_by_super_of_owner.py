# expect: GC002 ChildOwner.get_scale
"""The base owner mutes the pool; its subclass adds an accessor that trusts the pool's own gate."""

import torch
from kit import KVCache, MHATokenToKVPool


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def get_scale(self, layer_id):
        if self.layer_transfer_counter is None:
            return self.scales[layer_id - self.start_layer]
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scales[layer_id - self.start_layer]


class Owner(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = self._make_body(size, layer_num, device, start_layer)

    def _make_body(self, *args):
        return ScaledPool(*args)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.body.layer_transfer_counter = None

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.body.get_key_buffer(layer_id)


class ChildOwner(Owner):
    def get_scale(self, layer_id):
        return self.body.get_scale(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.body.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
        device_pool.body.scales[layer_id][device_indices] = self.s_host[layer_id][host_indices].cuda()
