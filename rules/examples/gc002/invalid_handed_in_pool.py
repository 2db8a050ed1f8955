# expect: GC002 Owner.get
"""The owned pool comes from outside, and is muted all the same."""

from kit import KVCache, MHATokenToKVPool


class Owner(KVCache):
    def __init__(self, body: MHATokenToKVPool):
        super().__init__(body.size, body.layer_num, body.device)
        self.body = body

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.body.register_layer_transfer_counter(None)

    def get(self, layer_id):
        return self.body.get_key_buffer(layer_id)

    def gated(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.body.get_key_buffer(layer_id)
