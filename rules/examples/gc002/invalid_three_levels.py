# expect: GC002 Top.get
"""The pool in the middle forwards what it gets, and what it gets is None."""

from kit import KVCache, MHATokenToKVPool


class Mid(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.low = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.low.register_layer_transfer_counter(layer_transfer_counter)

    def get(self, layer_id):
        return self.low.get_key_buffer(layer_id)


class Top(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.mid = Mid(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.mid.register_layer_transfer_counter(None)

    def get(self, layer_id):
        return self.mid.get(layer_id)
