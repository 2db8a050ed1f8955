# expect: none
# The private method leaves the waiting to its caller.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def _raw(self, layer_id):  # gatecheck: requires-gate the caller waits
        return self.k_buffer[layer_id - self.start_layer]

    def rows(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._raw(layer_id)
