# expect: GC001 Wrapper.__getattr__
"""Whatever the wrapper does not know it takes from the pool inside, which relies on its owner to wait."""

import torch
from kit import KVCache


class Inner:
    def __init__(self, size, layers, device):
        self.state = [torch.zeros(size, 4, device=device) for _ in range(layers)]

    def get_state(self, layer_id):
        return self.state[layer_id]


class Wrapper(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = Inner(size, layer_num, device)

    def get_gated(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_state(layer_id - self.start_layer)

    def __getattr__(self, name):
        return getattr(self.inner, name)


class InnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.state[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


def attend(pool: Wrapper, layer, q):
    return q @ pool.get_state(layer.layer_id).T
