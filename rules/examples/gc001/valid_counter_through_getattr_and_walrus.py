# expect: none
"""The counter is fetched with a default, tested and used in one expression."""

from kit import MHATokenToKVPool


class CarefulPool(MHATokenToKVPool):
    def get_key_rows(self, layer_id, loc):
        if (counter := getattr(self, "layer_transfer_counter", None)) is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_value_rows(self, layer_id, loc):
        if counter := getattr(self, "layer_transfer_counter", None):
            counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer][loc]
