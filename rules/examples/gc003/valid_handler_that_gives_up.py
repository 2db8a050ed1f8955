# expect: none
"""The way on which the wait failed ends in an error, or with nothing read."""

from kit import MHATokenToKVPool


class StrictPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        try:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        except IndexError:
            return None
        except RuntimeError as error:
            raise ValueError(layer_id) from error
        return self.k_buffer[layer_id - self.start_layer][loc]
