# expect: GC001 StreamingPool.layers
# expect: GC001 StreamingPool.pairs
# expect: GC001 StreamingPool.copies
# expect: GC001 StreamingPool.taken_by_the_method
"""Whoever yields from a table yields each layer; the method behind the brackets takes one."""

from kit import MHATokenToKVPool


class StreamingPool(MHATokenToKVPool):
    def layers(self):
        yield from self.k_buffer

    def pairs(self):
        yield from zip(self.k_buffer, self.v_buffer)

    def _cloned(self):
        for rows in self.k_buffer:
            yield rows.clone()

    def copies(self):
        yield from self._cloned()

    def taken_by_the_method(self, layer_id):
        return self.v_buffer.__getitem__(layer_id - self.start_layer)
