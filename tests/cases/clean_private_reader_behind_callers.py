# expect: none
# The helper reads without a wait of its own: whoever calls it has waited for the layer.
from kit import MHATokenToKVPool


class CallerGatedPool(MHATokenToKVPool):
    def _rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._rows(layer_id, loc)

    def get_last_row(self, layer_id):
        counter = self.layer_transfer_counter
        if counter is not None:
            local_layer = layer_id - self.start_layer
            counter.wait_until(local_layer)
        return self._rows(layer_id, -1)
