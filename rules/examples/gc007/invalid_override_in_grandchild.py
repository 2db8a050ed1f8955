# expect: GC007 QuantPool.get_value_buffer
"""Two classes up the accessor waits; the class between says nothing about it."""

import torch
from kit import MHATokenToKVPool


class MiddlePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        return super().get_key_buffer(layer_id).view(-1, 2, 4)


class QuantPool(MiddlePool):
    def get_value_buffer(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer].view(torch.float8_e4m3fn)
