# expect: GC002 WindowedPool.get_key_buffer
"""Only one of the inner pools waits by itself: the owner, which leaves that to them, has no gate of its own to repeat."""

from kit import KVCache, MHATokenToKVPool


class WindowedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.whole = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.window = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.window.register_layer_transfer_counter(layer_transfer_counter)

    def get_key_buffer(self, layer_id, is_window):
        if is_window:
            return self.window.get_key_buffer(layer_id)
        return self.whole.get_key_buffer(layer_id)
