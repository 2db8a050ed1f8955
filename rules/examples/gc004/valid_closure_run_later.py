# expect: none
"""The closure is made before the wait and called after it."""

from functools import partial

import torch
from kit import MHATokenToKVPool


class DeferredPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        keys = self.k_buffer[layer_id - self.start_layer]
        read = lambda: keys[loc]
        select = partial(torch.index_select, keys, 0)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return read(), select(loc)
