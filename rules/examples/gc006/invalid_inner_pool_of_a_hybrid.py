# expect: GC006 WindowBackend.forward_extend
# expect: GC006 window_rows
# The owner keeps the counter and gives its inner pools none: whoever takes an inner pool takes one whose gates are dead.
import torch
from kit import KVCache, MHATokenToKVPool


class TwoPools(KVCache):
    def __init__(self, size, layer_num, device, window_layers):
        super().__init__(size, layer_num, device)
        self.full = MHATokenToKVPool(size, layer_num, device)
        self.window = MHATokenToKVPool(size, len(window_layers), device)
        self.window_ids = {g: i for i, g in enumerate(window_layers)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        if layer_id in self.window_ids:
            return self.window.get_key_buffer(self.window_ids[layer_id])
        return self.full.get_key_buffer(layer_id)


class TwoPoolsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.full.k_buffer[layer_id][device_indices] = self.full_host[layer_id][host_indices].cuda()
        device_pool.window.k_buffer[layer_id][device_indices] = self.window_host[layer_id][host_indices].cuda()


class WindowBackend:
    def __init__(self, pool: TwoPools):
        self.pool = pool

    def forward_extend(self, q, layer):
        keys = self.pool.window.get_key_buffer(self.pool.window_ids[layer.layer_id])
        return q @ keys.T

    def forward_decode(self, q, layer):
        return q @ self.pool.get_key_buffer(layer.layer_id).T


def window_rows(pool: TwoPools, loc):
    inner = pool.window
    return torch.stack([inner.get_key_buffer(i)[loc] for i in range(inner.layer_num)])
