# expect: GC001 WrapPool.__getattr__
# expect: GC001 AskingPool.__getattr__
"""A hook takes the inner object from the dict of its own, so as not to call itself."""

import torch
from kit import KVCache


class InnerState:
    def __init__(self, size, count):
        self.temporal = [torch.zeros(size, 4) for _ in range(count)]

    def get_temporal(self, layer_id):
        return self.temporal[layer_id]


class WrapPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = InnerState(size, layer_num)

    def get_temporal_rows(self, layer_id, rows):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_temporal(layer_id - self.start_layer)[rows]

    def __getattr__(self, name):
        return getattr(self.__dict__["inner"], name)


class AskingPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = InnerState(size, layer_num)

    def __getattr__(self, name):
        inner = self.__dict__.get("inner")
        if inner is None:
            raise AttributeError(name)
        return getattr(inner, name)


class WrapHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.temporal[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class Backend:
    def __init__(self, pool: WrapPool):
        self.pool = pool

    def go(self, layer_id):
        return self.pool.get_temporal(layer_id)
