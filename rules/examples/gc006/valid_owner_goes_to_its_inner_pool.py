# expect: none
# The owner waits and then uses the inner pool it has muted; outside, everybody asks the owner.
import torch
from kit import KVCache


class Latents:
    def __init__(self, rows, layers, device):
        self.latent = [torch.zeros(rows, 4, device=device) for _ in range(layers)]

    def rows(self, local, loc):
        return self.latent[local][loc]


class LatentOwner(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.latents = Latents(size, layer_num, device)

    def latent_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.latents.rows(layer_id - self.start_layer, loc)


class LatentHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.latents.latent[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class Backend:
    def __init__(self, pool: LatentOwner):
        self.pool = pool

    def attend(self, q, layer_id, loc):
        return q @ self.pool.latent_rows(layer_id, loc).T

    def attend_deeper(self, q, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.latents.rows(layer_id - self.pool.start_layer, loc).T
