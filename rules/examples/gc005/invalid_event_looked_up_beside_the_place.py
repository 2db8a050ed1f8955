# expect: GC005 KindsPool.by_event
# expect: GC005 KindsPool.by_pair
# expect: GC005 KindsPool.by_place_of_pair
# expect: GC005 KindsPool.by_record
# expect: GC005 KindsPool.by_place_of_record
# expect: GC005 KindsPool.by_pool
# Tables that give the event of the layer before, and places in the inner pool that are taken for events.
from typing import NamedTuple

from kit import KVCache, MHATokenToKVPool


class Place(NamedTuple):
    event: int
    place: int


class KindsPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids, window_ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.full = MHATokenToKVPool(size, len(full_ids), device)
        self.window = MHATokenToKVPool(size, len(window_ids), device)
        self.places = {g: i for i, g in enumerate(full_ids)}
        self.events = {g: g - start_layer - 1 for g in full_ids}
        self.pairs = dict((g, (g - start_layer - 1, i)) for i, g in enumerate(full_ids))
        self.records = [None] * 64
        for i, g in enumerate(full_ids):
            self.records[g] = Place(g - start_layer - 1, i)
        self.ids = list(full_ids)
        self.pools = {}
        for pool, ids in ((self.full, full_ids), (self.window, window_ids)):
            self.pools.update({g: (pool, i) for i, g in enumerate(ids)})

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)
        self.window.register_layer_transfer_counter(None)

    def await_event(self, event):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(event)

    def by_event(self, layer_id):
        self.await_event(self.events[layer_id])
        return self.full.get_key_buffer(self.places[layer_id])

    def by_pair(self, layer_id):
        event, place = self.pairs[layer_id]
        self.await_event(event)
        return self.full.get_key_buffer(place)

    def by_place_of_pair(self, layer_id):
        event, place = self.pairs[layer_id]
        self.await_event(place)
        return self.full.get_key_buffer(self.places[layer_id])

    def by_record(self, layer_id):
        self.await_event(self.records[layer_id].event)
        return self.full.get_key_buffer(self.records[layer_id].place)

    def by_place_of_record(self, layer_id):
        self.await_event(self.records[layer_id].place)
        return self.full.get_key_buffer(self.records[layer_id].place)

    def by_pool(self, layer_id):
        pool, place = self.pools[layer_id]
        self.await_event(place)
        return pool.get_key_buffer(place)

    def in_time(self, layer_id):
        self.await_event(layer_id - self.start_layer)
        return self.full.get_key_buffer(self.places[layer_id])


class KindsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        place = device_pool.places.get(layer_id + device_pool.start_layer)
        if place is not None:
            device_pool.full.k_buffer[place][device_indices] = self.k_host[place][host_indices].cuda()
