# expect: none
# The pool has a buffer that no load fills: its scales are computed on the device.
import torch
from kit import MHATokenToKVPool


class ScaledPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.row_scale = [torch.ones(size, device=device) for _ in range(layer_num)]


def rescale(pool: ScaledPool, layer_id, loc):
    return pool.get_key_buffer(layer_id)[loc] * pool.row_scale[layer_id - pool.start_layer][loc]


class Calibrator:
    def __init__(self, pool: ScaledPool):
        self.pool = pool

    def largest(self):
        return max(scale.max().item() for scale in self.pool.row_scale)
