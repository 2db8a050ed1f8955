# expect: GC001 QuantizedPool.get_view
"""Two buffers go into one call, and what comes out is unpacked and stored: both have been read there."""

import torch

from kit import MHATokenToKVPool


class QuantizedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, method):
        super().__init__(size, layer_num, device)
        self.method = method
        self.plain_k = torch.zeros(size, 8, device=device)
        self.plain_v = torch.zeros(size, 8, device=device)

    def _unpack(self, layer_id, where):
        index = layer_id - self.start_layer
        keys, values = self.method.dequantize(self.k_buffer[index][where], self.v_buffer[index][where])
        self.plain_k[where] = keys
        self.plain_v[where] = values

    def get_view(self, layer_id, where):
        self._unpack(layer_id, where)
        return self.plain_k.view(-1, 8)
