# expect: GC001 LazyPool.row_reader
"""A closure over one layer leaves the pool; nobody waits, neither when it is made nor when it is called."""

from functools import partial

import torch
from kit import MHATokenToKVPool


class LazyPool(MHATokenToKVPool):
    def row_reader(self, layer_id):
        keys = self.k_buffer[layer_id - self.start_layer]
        return lambda loc: keys[loc]

    def gated_reader(self, layer_id):
        keys = self.get_key_buffer(layer_id)
        return partial(torch.index_select, keys, 0)
