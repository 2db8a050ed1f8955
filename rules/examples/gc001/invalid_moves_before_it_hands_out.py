# expect: GC001 WindowPool.window
"""Whoever gets the window computes with it."""

from kit import MHATokenToKVPool


class WindowPool(MHATokenToKVPool):
    def window(self, layer_id, src, dst):
        rows = self.k_buffer[layer_id - self.start_layer]
        rows[dst] = rows[src]
        return rows


def attend(query, kept, loc, layer, pool: WindowPool):
    window = pool.window(layer.layer_id, kept, loc)
    return query @ window[loc].T
