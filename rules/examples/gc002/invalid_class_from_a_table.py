# expect: GC002 Owner.get
"""The class of the owned pool is looked up in a dict of the module."""

from kit import KVCache, MHATokenToKVPool


class Other(MHATokenToKVPool):
    pass


KINDS = {"mha": MHATokenToKVPool, "other": Other}


class Owner(KVCache):
    def __init__(self, size, layer_num, device, kind):
        super().__init__(size, layer_num, device)
        self.body = KINDS[kind](size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.body.register_layer_transfer_counter(None)

    def gated(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.body.get_key_buffer(layer_id)

    def get(self, layer_id):
        return self.body.get_key_buffer(layer_id)
