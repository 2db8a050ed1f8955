# expect: GC001 SplitPool.get_latent
# expect: GC001 SplitPool.get_values
# expect: GC006 Attention.forward_direct
# Whoever takes rows from an accessor that did not wait is not to blame; whoever takes them from the buffer itself is.
import torch
from kit import MHATokenToKVPool


class SplitPool(MHATokenToKVPool):
    def get_latent(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_keys(self, layer_id):
        latent = self.get_latent(layer_id)
        return latent[:, :4].contiguous()

    def get_values(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer][:, 4:].contiguous()


class Attention:
    def __init__(self, pool: SplitPool):
        self.pool = pool

    def forward(self, q, layer):
        if layer.absorbed:
            rows = self.pool.get_latent(layer.layer_id)
        else:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
            rows = self.pool.k_buffer[layer.layer_id - self.pool.start_layer]
        return self.attend(q, rows)

    def forward_direct(self, q, layer):
        return self.attend(q, self.pool.k_buffer[layer.layer_id - self.pool.start_layer])

    def attend(self, q, rows):
        return q @ rows.float()
