# expect: none
"""Whether the owned pool gets the counter or the owner waits itself is decided by a flag."""

from kit import KVCache, MHATokenToKVPool


class OptionalPool(KVCache):
    def __init__(self, size, layer_num, device, inner_waits, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner_waits = inner_waits
        self.body = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        if self.inner_waits:
            self.body.register_layer_transfer_counter(layer_transfer_counter)

    def get_key_buffer(self, layer_id):
        return self.body.get_key_buffer(layer_id)
