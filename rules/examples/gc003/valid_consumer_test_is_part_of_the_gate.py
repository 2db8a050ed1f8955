# expect: none
"""No counter, or no consumer: then nothing loads, and there is nothing to wait for."""

from kit import MHATokenToKVPool


class ConsumerPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        counter = self.layer_transfer_counter
        loading = counter is not None and counter.consumer_index >= 0
        if loading:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_value_rows(self, layer_id, loc):
        counter = self.layer_transfer_counter
        if counter is None or counter.consumer_index < 0:
            return self.v_buffer[layer_id - self.start_layer][loc]
        counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer][loc]
