# expect: none
"""Gives its inner pool the counter where a flag says so, and waits itself where it does not."""

from kit import KVCache, MHATokenToKVPool


class SharingPool(KVCache):
    def __init__(self, size, layer_num, device, shared):
        super().__init__(size, layer_num, device)
        self.shared = shared
        self.rows = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.rows.register_layer_transfer_counter(layer_transfer_counter if self.shared else None)

    def get_key_buffer(self, layer_id):
        if not self.shared and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows.get_key_buffer(layer_id)


class OwnPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, shared):
        super().__init__(size, layer_num, device)
        self.shared = shared

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = None if not self.shared else layer_transfer_counter
