# expect: none
"""What a class body gives a public name waits, is always given what makes it wait, or is kept private."""

from functools import partialmethod

from kit import MHATokenToKVPool


def rows_of(pool, layer_id):
    pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer]


class NamedPool(MHATokenToKVPool):
    def _lowest(self):
        self.layer_transfer_counter.wait_until(0)
        return self.k_buffer[0]

    lowest = property(_lowest)
    sizes = property(lambda self: [one.nbytes for one in self.k_buffer])

    def _either(self, ordered, layer_id):
        if ordered:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    in_order = partialmethod(_either, True)
    also_in_order = partialmethod(_either, ordered=True)

    def _bare(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]

    _values = _bare
    keys_of = rows_of

    def values(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._values(layer_id)
