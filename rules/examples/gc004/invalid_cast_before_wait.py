# expect: GC004 CastPool.get_key_buffer
"""``to`` with another type is a copy; the base class's accessor, called afterwards, waits for nothing that matters."""

import torch
from kit import MHATokenToKVPool


class CastPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        keys = self.k_buffer[layer_id - self.start_layer].to(torch.float32)
        like = super().get_key_buffer(layer_id)
        return keys.view(like.shape)
