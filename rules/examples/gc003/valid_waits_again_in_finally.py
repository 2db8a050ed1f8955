# expect: none
"""Whatever happens in the body, the wait stands in ``finally``, before the read."""

from kit import MHATokenToKVPool


class FinalPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc, trace):
        try:
            trace.begin(layer_id)
        except RuntimeError:
            trace = None
        finally:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
