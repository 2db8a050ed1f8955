# expect: GC001 P.rows
# The setter of the property only keeps what it is given.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    @property
    def current(self):
        return self._current

    @current.setter
    def current(self, layer_id):
        self._current = layer_id

    def rows(self, layer_id, loc):
        self.current = layer_id
        return self.k_buffer[layer_id - self.start_layer][loc]
