# expect: GC004 DequantPool.dequantize
"""The kernel is launched first; its output is returned after the wait."""

import torch
from kit import MHATokenToKVPool


class DequantPool(MHATokenToKVPool):
    def dequantize(self, layer_id, scale):
        keys = self.k_buffer[layer_id - self.start_layer]
        out = torch.empty(keys.shape, dtype=torch.bfloat16, device=self.device)
        torch.ops.kit.dequantize(keys, scale, out)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
