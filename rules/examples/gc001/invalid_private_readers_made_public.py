# expect: GC001 NamedPool._lowest
# expect: GC001 NamedPool._either
# expect: GC001 NamedPool._rows
# expect: GC001 NamedPool.front
# expect: GC001 rows_of
"""Private methods and functions that a class body gives a public name are accessors."""

from functools import partialmethod

from kit import MHATokenToKVPool


def rows_of(pool, layer_id):
    return pool.k_buffer[layer_id - pool.start_layer]


class NamedPool(MHATokenToKVPool):
    def _lowest(self):
        return self.k_buffer[0]

    lowest = property(_lowest)
    front = property(lambda self: self.v_buffer[0])

    def _either(self, ordered, layer_id):
        if ordered:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    at_once = partialmethod(_either, False)

    def _rows(self, layer_id, loc):
        return self.v_buffer[layer_id - self.start_layer][loc]

    rows = _rows
    keys_of = rows_of
