# expect: none
"""This layer's event and the next one's: two waits on one way, for two layers."""

from kit import MHATokenToKVPool


class NeighbourPool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_pair(self, layer_id, loc):
        self._wait(layer_id)
        here = self.k_buffer[layer_id - self.start_layer][loc]
        self._wait(layer_id + 1)
        return here, self.k_buffer[layer_id + 1 - self.start_layer][loc]
