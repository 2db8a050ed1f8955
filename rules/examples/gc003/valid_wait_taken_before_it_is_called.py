# expect: none
"""Whoever takes the counter's wait first, and asks whether there is one, has asked for the counter."""

from kit import MHATokenToKVPool


class TakingPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        wait = getattr(self.layer_transfer_counter, "wait_until", None)
        if wait is not None:
            wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_lines(self, layer_id, loc):
        counter = self.layer_transfer_counter
        wait = counter.wait_until if counter is not None else None
        if wait:
            wait(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer][loc]

    def get_values(self, layer_id, loc):
        try:
            wait = self.layer_transfer_counter.wait_until
        except AttributeError:
            wait = None
        if wait is not None:
            wait(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer][loc]
