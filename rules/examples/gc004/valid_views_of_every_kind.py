# expect: none
"""Views before the wait, of every kind; the copy comes after it."""

import torch
from kit import MHATokenToKVPool


class ViewPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc, page_size):
        keys = self.k_buffer[layer_id - self.start_layer]
        pages = keys.view(-1, page_size, keys.shape[-1]).transpose(1, 2)
        half = torch.narrow(keys, 1, 0, 4)
        first, second = keys[:, :4], keys[..., 4:]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return pages.contiguous(), half[loc], first[loc] + second[loc]
