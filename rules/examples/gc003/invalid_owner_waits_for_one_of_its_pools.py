# expect: GC003 WindowedPool.get_key_buffer
# expect: GC003 WindowedPool.get_value_buffer
"""Both inner pools are muted; the owner waits before it goes to one of them, or to its own rows, and not for the other."""

import torch

from kit import KVCache, MHATokenToKVPool


class WindowedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.whole = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.window = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.kept = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
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
        return self.whole.get_key_buffer(place)

    def get_value_buffer(self, layer_id):
        place, is_kept = self.places[layer_id]
        if not is_kept:
            return self.whole.get_value_buffer(place)
        self._wait_for_layer(layer_id)
        return self.kept[layer_id - self.start_layer]


class KeptHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.kept[layer_id][device_indices] = self.kept_host[layer_id][host_indices].cuda()
