# expect: GC001 TablePool.__getitem__
"""The pool is asked like a list."""

from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def __getitem__(self, layer_id):
        index = layer_id - self.start_layer
        return self.k_buffer[index], self.v_buffer[index]
