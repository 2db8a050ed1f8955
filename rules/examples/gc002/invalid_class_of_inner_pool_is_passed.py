# expect: GC002 OuterPool.get_scales
"""The class of the inner pool comes from whoever builds the outer one; only that class has the accessor."""

import torch

from kit import KVCache, MHATokenToKVPool


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def get_scales(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scales[layer_id - self.start_layer]


class OuterPool(KVCache):
    def __init__(self, size, layer_num, device, inner_class: type | None = None):
        super().__init__(size, layer_num, device)
        inner_class = inner_class or MHATokenToKVPool
        self.inner = inner_class(size, layer_num, device)
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)

    def get_scales(self, layer_id):
        return self.inner.get_scales(layer_id)


class ScaledHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
        device_pool.scales[layer_id][device_indices] = self.scale_host[layer_id][host_indices].cuda()


def build_pool(config):
    wanted = ScaledPool if config.scaled else MHATokenToKVPool
    return OuterPool(config.size, config.layers, "cuda", inner_class=wanted)


def build_host(pool: OuterPool):
    return ScaledHost(pool.inner)
