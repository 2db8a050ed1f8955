# expect: none
"""The last layer is read where that is the one that was asked for, or waited for."""

from kit import MHATokenToKVPool


class EndPool(MHATokenToKVPool):
    def get_end(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        if layer_id == self.start_layer + self.layer_num - 1:
            return self.k_buffer[-1][loc]
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_tail(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.v_buffer[self.layer_num - 1][loc]

    def get_from(self, layer_id, loc):
        for number in range(layer_id - self.start_layer, self.layer_num):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(number)
        return self.k_buffer[self.layer_num - 1][loc]
