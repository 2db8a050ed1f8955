# expect: none
"""Both owned pools are registered with one object, so a wait on either pool's counter covers both."""

from kit import KVCache, MHATokenToKVPool


class BrotherPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.first = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.second = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.first.register_layer_transfer_counter(layer_transfer_counter)
        self.second.register_layer_transfer_counter(layer_transfer_counter)

    def get_second_rows(self, layer_id, loc):
        if self.first.layer_transfer_counter is not None:
            self.first.layer_transfer_counter.wait_until(layer_id - self.first.start_layer)
        return self.second.k_buffer[layer_id - self.start_layer][loc]
