# expect: GC001 TablePool.read
# expect: GC001 TablePool.take
# expect: GC001 TablePool.pick
"""Readers stand in tables of a class and of its module, and are called through them."""

from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def _keys(self, index):
        return self.k_buffer[index]

    def _values(self, index):
        return self.v_buffer[index]

    _READERS = {"k": _keys, "v": _values}
    _BOTH = (_keys, lambda self, index: self.v_buffer[index])

    def read(self, kind, layer_id):
        return self._READERS[kind](self, layer_id - self.start_layer)

    def take(self, layer_id):
        return self._BOTH[1](self, layer_id - self.start_layer)

    def pick(self, kind, layer_id):
        return FETCHING[kind](self, layer_id - self.start_layer)


FETCHING = {"k": TablePool._keys, "v": TablePool._values}
