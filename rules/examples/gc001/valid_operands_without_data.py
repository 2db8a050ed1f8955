# expect: none
"""Descriptions in operands, data that nobody uses, and reads behind a wait that is itself one."""

from kit import MHATokenToKVPool


class Asked(MHATokenToKVPool):
    def shape(self, layer_id, wanted):
        return wanted and self.k_buffer[layer_id - self.start_layer].shape

    def fits(self, layer_id, dtype):
        return layer_id < len(self.k_buffer) or self.k_buffer[0].dtype == dtype

    def behind(self, layer_id, wanted, loc):
        self.layer_transfer_counter and self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return wanted and self.k_buffer[layer_id - self.start_layer][loc]
