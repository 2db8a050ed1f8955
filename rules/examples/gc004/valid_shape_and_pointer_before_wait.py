# expect: none
"""Shapes and pointers are asked for before the wait, data after it."""

import torch
from kit import MHATokenToKVPool


class PointerPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        keys = self.k_buffer[layer_id - self.start_layer]
        out = torch.empty((loc.shape[0], keys.shape[1]), dtype=keys.dtype, device=keys.device)
        pointer = keys.data_ptr()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.ops.kit.gather_at(out, pointer, loc)
        return torch.index_select(keys, 0, loc, out=out)
