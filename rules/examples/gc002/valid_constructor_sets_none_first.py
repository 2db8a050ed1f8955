# expect: none
"""None in the constructor is only the state before the registration."""

from kit import MHATokenToKVPool


class PlainPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        self.layer_transfer_counter = None
        super().__init__(size, layer_num, device, start_layer)
        self.layer_transfer_counter = None

    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
