# expect: none
# The layer that is asked for and the one behind it are two events.
from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def get_with_next(self, layer_id, loc):
        rows = self.get_key_buffer(layer_id)[loc]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id + 1 - self.start_layer)
        return rows, self.k_buffer[layer_id + 1 - self.start_layer][loc]

    def get_if(self, layer_id, loc, wanted):
        if not wanted:
            return None
        return self.get_value_buffer(layer_id)[loc]
