# expect: none
"""The owner waits before it goes to either of its muted pools: once for both, or on each way for itself."""

from kit import KVCache, MHATokenToKVPool


class WindowedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.whole = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.window = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.places = {}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.whole.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def _wait_for_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        place, is_window = self.places[layer_id]
        if is_window:
            self._wait_for_layer(layer_id)
            return self.window.get_key_buffer(place)
        self._wait_for_layer(layer_id)
        return self.whole.get_key_buffer(place)

    def get_value_buffer(self, layer_id):
        place, is_window = self.places[layer_id]
        self._wait_for_layer(layer_id)
        return (self.window if is_window else self.whole).get_value_buffer(place)
