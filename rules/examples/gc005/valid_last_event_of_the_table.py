# expect: none
"""The last event covers every layer, however it is named."""

from kit import MHATokenToKVPool


class LastPool(MHATokenToKVPool):
    def gather_by_count(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return [keys[loc] for keys in self.k_buffer]

    def gather_by_table(self, loc):
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return [keys[loc] for keys in self.k_buffer]

    def gather_by_length(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(len(self.k_buffer) - 1)
        return [keys[loc] for keys in self.k_buffer]

    def one_layer(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.k_buffer[layer_id - self.start_layer][loc]
