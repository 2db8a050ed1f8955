# expect: none
"""Several connectors may register; each of their counters is waited for."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.counters = []

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.counters.append(layer_transfer_counter)

    def get_key_buffer(self, layer_id):
        for counter in self.counters:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]
