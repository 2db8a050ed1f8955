# expect: none
# Where there is no counter the wait fails, and nothing loads: catching that is a test for a counter.
from contextlib import suppress

from kit import MHATokenToKVPool


class CatchingPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        try:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        except AttributeError:
            pass
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_values(self, layer_id, loc):
        with suppress(AttributeError):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer][loc]
