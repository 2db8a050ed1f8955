# expect: GC902 NestedPool.reader
"""The comment stands in a nested function, which belongs to the method around it."""

from kit import MHATokenToKVPool


class NestedPool(MHATokenToKVPool):
    def reader(self, layer_id, rows):
        def read(loc):
            return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001]

        return read(rows)
