# expect: GC001 LatentPool.latent_rows
"""The host side gets the device tensors as an argument of its constructor, not the pool."""

import torch
from kit import KVCache


class LatentPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.latent = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def get_latent(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.latent[layer_id - self.start_layer]

    def latent_rows(self, layer_id, loc):
        return self.latent[layer_id - self.start_layer][loc]


class FlatHost:
    def __init__(self, device_buffers, size):
        self.device_buffers = device_buffers
        self.host = [torch.zeros(size, 8, pin_memory=True) for _ in device_buffers]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        self.device_buffers[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def assemble(pool: LatentPool):
    return FlatHost(device_buffers=[buf.view(-1, 8) for buf in pool.latent], size=64)
