# expect: none
"""What returns early has read nothing."""

from kit import MHATokenToKVPool


class PatientPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if loc is None or loc.numel() == 0:
            return None
        if not self.start_layer <= layer_id < self.start_layer + self.layer_num:
            raise IndexError(layer_id)
        if self.layer_transfer_counter is None:
            return self.k_buffer[layer_id - self.start_layer][loc]
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
