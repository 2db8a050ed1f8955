# expect: none
"""Older pools have no counter attribute at all; the test for it is part of the gate."""

from kit import MHATokenToKVPool


class CompatiblePool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if not hasattr(self, "layer_transfer_counter"):
            return
        if not self.layer_transfer_counter:
            return
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc):
        self._wait(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]
