# expect: GC005 PlacesPool.get_state
# expect: GC005 PairsPool.get_key_buffer
"""A load adds the first layer to an event's number to look its layer up: the keys are ids, and a wait takes that off."""

import torch
from kit import KVCache, MHATokenToKVPool


class PlacesPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.state = [torch.zeros(size, 4, device=device) for _ in ids]
        self.places = {g: i for i, g in enumerate(ids)}

    def place_of(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.places[layer_id]

    def get_state(self, layer_id):
        return self.state[self.place_of(layer_id)]


class PlacesHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.state[place][device_indices] = self.state[place][host_indices].cuda()


class PairsPool(KVCache):
    def __init__(self, size, window, full, device, start_layer=0):
        super().__init__(size, len(window) + len(full), device, start_layer)
        self.full = MHATokenToKVPool(size, len(full), device)
        self.window = MHATokenToKVPool(size, len(window), device)
        self.pairs = {g: (i, False) for i, g in enumerate(full)}
        self.pairs.update({g: (i, True) for i, g in enumerate(window)})

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        place, is_window = self.pairs[layer_id]
        if is_window:
            return self.window.get_key_buffer(place)
        return self.full.get_key_buffer(place)


class PairsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place, is_window = device_pool.pairs[layer_id + device_pool.start_layer]
        part = device_pool.window if is_window else device_pool.full
        part.k_buffer[place][device_indices] = self.k_host[place][host_indices].cuda()
