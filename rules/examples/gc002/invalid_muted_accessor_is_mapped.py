# expect: GC002 Wrapper.pages
"""An accessor of a muted pool is mapped over the layers: none of its gates waits."""

from kit import KVCache, MHATokenToKVPool


class Wrapper(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.part = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.part.register_layer_transfer_counter(None)

    def pages(self, layer_ids):
        return list(map(self.part.get_key_buffer, layer_ids))
