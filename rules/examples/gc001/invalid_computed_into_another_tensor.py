# expect: GC001 ScaledPool.dequantised
# expect: GC001 ScaledPool.fill_rows
# expect: GC001 ScaledPool.gather_rows
"""A function of torch writes what it makes of a layer into the tensor that it is given for it."""

import torch
from kit import MHATokenToKVPool


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scratch = torch.zeros(size, 8)

    def dequantised(self, layer_id, scale):
        torch.mul(self.k_buffer[layer_id - self.start_layer], scale, out=self.scratch)
        return self.scratch

    def fill_rows(self, layer_id, loc, rows):
        torch.index_select(self.k_buffer[layer_id - self.start_layer], 0, loc, out=rows)

    def gather_rows(self, layer_id, loc):
        return torch.gather(self.k_buffer[layer_id - self.start_layer], 0, loc, out=torch.empty(4, 8))

    def put(self, layer_id, new, scale):
        torch.mul(new, scale, out=self.k_buffer[layer_id - self.start_layer])

    def gated(self, layer_id, scale):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.mul(self.k_buffer[layer_id - self.start_layer], scale, out=self.scratch)
        return self.scratch
