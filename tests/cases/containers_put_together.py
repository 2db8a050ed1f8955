# expect: GC002 UnitedPool.get_key_buffer
# expect: GC002 UnitedPool.get_by_kind
# expect: GC001 UnitedPool.get_added
# expect: GC002 ExtendedPool.get_key_buffer
# expect: GC005 ExtendedPool.get_local
# Dicts that `|` or `|=` puts together, and lists that `+=` extends in an attribute, hold what each side held.
from typing import NamedTuple

import torch
from kit import KVCache, MHATokenToKVPool


class Located(NamedTuple):
    pool: MHATokenToKVPool
    place: int


class UnitedPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids, window_ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.full = MHATokenToKVPool(size, len(full_ids), device)
        self.window = MHATokenToKVPool(size, len(window_ids), device)
        self.pool_of = {number: self.full for number in full_ids} | {number: self.window for number in window_ids}
        self.by_kind = {"full": self.full} | {"window": self.window}
        self.place_of = {number: place for ids in (full_ids, window_ids) for place, number in enumerate(ids)}
        self.added = []
        self.added += [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.flags = 1 | 2
        self.flags |= 4

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        return self.pool_of[layer_id].get_key_buffer(self.place_of[layer_id])

    def get_value_buffer(self, layer_id):
        self._wait(layer_id)
        return self.pool_of[layer_id].get_value_buffer(self.place_of[layer_id])

    def get_by_kind(self, layer_id):
        return self.by_kind["window"].get_key_buffer(self.place_of[layer_id])

    def get_by_kind_waited(self, layer_id):
        self._wait(layer_id)
        return self.by_kind["window"].get_key_buffer(self.place_of[layer_id])

    def get_added(self, layer_id):
        return self.added[layer_id - self.start_layer]

    def get_added_waited(self, layer_id):
        self._wait(layer_id)
        return self.added[layer_id - self.start_layer], self.flags


class ExtendedPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids, window_ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.full = MHATokenToKVPool(size, len(full_ids), device)
        self.window = MHATokenToKVPool(size, len(window_ids), device)
        located = {number: Located(self.full, place) for place, number in enumerate(full_ids)}
        located |= {number: Located(self.window, place) for place, number in enumerate(window_ids)}
        self.located = located

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        pool, place = self.located[layer_id]
        return pool.get_key_buffer(place)

    def get_local(self, layer_id):
        pool, place = self.located[layer_id]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(place)
        return pool.get_key_buffer(place)

    def get_value_buffer(self, layer_id):
        pool, place = self.located[layer_id]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return pool.get_value_buffer(place)


class UnitedHost:
    def __init__(self, device_pool: "UnitedPool", size):
        self.host = torch.zeros(device_pool.layer_num, size, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.added[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
