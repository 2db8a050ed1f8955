# expect: none
"""Readers in tables wait, or are called behind a wait."""

from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def _keys(self, index):
        return self.k_buffer[index]

    def _values(self, index):
        self.layer_transfer_counter.wait_until(index)
        return self.v_buffer[index]

    _READERS = {"k": _keys, "v": _values}
    _ORDERED = [_values, lambda self, index: self._values(index)]

    def read(self, kind, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._READERS[kind](self, layer_id - self.start_layer)

    def take(self, position, layer_id):
        return self._ORDERED[position](self, layer_id - self.start_layer)

    def pick(self, kind, layer_id):
        return FETCHING[kind](self, layer_id - self.start_layer)


FETCHING = {"v": TablePool._values, "w": TablePool.take}
