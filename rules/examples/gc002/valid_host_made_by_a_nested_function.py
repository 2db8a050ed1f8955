# expect: none
"""Only the scales of a side pool are loaded: a nested function makes their host, for what its outer one has taken."""

import torch

from kit import KVCache, MHATokenToKVPool, MHATokenToKVPoolHost


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scales = [torch.zeros(size, device=device) for _ in range(layer_num)]

    def get_scales(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scales[layer_id - self.start_layer]


class MixedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner = ScaledPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)

    def get_scales(self, layer_id):
        return self.inner.get_scales(layer_id)


class SidedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = ScaledPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.side.register_layer_transfer_counter(layer_transfer_counter)

    def get_scales(self, layer_id):
        return self.side.get_scales(layer_id)


class ScaleHost:
    def __init__(self, device_pool, host):
        self.device_pool = device_pool
        self.rows = [torch.zeros(host.size, pin_memory=True) for _ in range(device_pool.layer_num)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.scales[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


def stack(pool, make_second):
    host = MHATokenToKVPoolHost(pool, pool.size)
    return [host, make_second(host) if make_second is not None else None]


def attach(controller, kvcache):
    if isinstance(kvcache, SidedPool):
        side = kvcache.side
        controller.host_pools = stack(kvcache, lambda host: ScaleHost(side, host))
    else:
        controller.host_pools = stack(kvcache.inner, None)
    kvcache.register_layer_transfer_counter(controller.layer_done_counter)
