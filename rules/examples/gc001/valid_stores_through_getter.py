# expect: none
"""A fetch that is only a destination: by subscript, by an in-place method, by a fused kernel."""

import torch
from kit import MHATokenToKVPool


class WritingPool(MHATokenToKVPool):
    def put(self, layer_id, loc, rows):
        self.k_buffer[layer_id - self.start_layer].index_copy_(0, loc, rows)

    def put_fused(self, layer_id, loc, rows, scale):
        local = layer_id - self.start_layer
        keys, values = self.k_buffer[local], self.v_buffer[local]
        torch.ops.kit.quantize_and_store(rows, scale, loc, keys, values)

    def reset_rows(self, loc):
        for keys, values in zip(self.k_buffer, self.v_buffer):
            keys[loc] = 0
            values.index_fill_(0, loc, 0)
