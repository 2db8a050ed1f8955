# expect: GC005 WholePool.get_key_buffer
"""The owner was registered, and the first layer that counts is its own, also where no other wait of it shows that."""

from kit import KVCache, MHATokenToKVPool


class WholePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.inner.start_layer)
        return self.inner.k_buffer[layer_id - self.start_layer]
