# expect: GC002 TwinPool.get_right
"""The counter is forwarded to one of two owned pools. The other one still asks its own None."""

from kit import KVCache, MHATokenToKVPool


class TwinPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.left = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.right = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.left.register_layer_transfer_counter(layer_transfer_counter)

    def get_left(self, layer_id):
        return self.left.get_key_buffer(layer_id)

    def get_right(self, layer_id):
        return self.right.get_key_buffer(layer_id)
