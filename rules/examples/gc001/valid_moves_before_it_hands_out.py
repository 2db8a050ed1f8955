# expect: none
"""Whoever gets the window has a kernel store into it: what was moved there before is for the same kernel."""

import torch
from kernels import rope_and_store
from kit import MHATokenToKVPool


class WindowPool(MHATokenToKVPool):
    def window(self, layer_id, src, dst):
        rows = self.k_buffer[layer_id - self.start_layer]
        rows[dst] = rows[src]
        return rows


def prepare(query, key, loc, kept, layer, pool: WindowPool):
    window = pool.window(layer.layer_id, kept, loc)
    query = rope_and_store(query=query, key=key, cache=window, loc=torch.cat([kept, loc]))
    return query
