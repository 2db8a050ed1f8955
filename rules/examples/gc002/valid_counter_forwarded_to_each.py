# expect: none
"""The owner keeps nothing for itself: each owned pool waits with the counter that it was given."""

from kit import KVCache, MHATokenToKVPool


class TwinPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.parts = {"left": MHATokenToKVPool(size, layer_num, device, start_layer)}
        self.parts["right"] = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        for part in self.parts.values():
            part.register_layer_transfer_counter(layer_transfer_counter)

    def get_left(self, layer_id):
        return self.parts["left"].get_key_buffer(layer_id)

    def get_right(self, layer_id):
        return self.parts["right"].get_key_buffer(layer_id)
