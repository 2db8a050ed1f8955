# expect: none
# Assigning to the property waits, in its setter.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    @property
    def current(self):
        return self._current

    @current.setter
    def current(self, layer_id):
        self._current = layer_id
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def rows(self, layer_id, loc):
        self.current = layer_id
        return self.k_buffer[layer_id - self.start_layer][loc]
