# expect: none
"""The owner has waited for the layer before its inner pool is taken out of the container, or nothing is read from it."""

from dataclasses import dataclass

from kit import KVCache, MHATokenToKVPool


@dataclass
class Place:
    rows: MHATokenToKVPool
    index: int


class MappedPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.first = MHATokenToKVPool(size, layer_num, device)
        self.places = {i: Place(self.first, i) for i in range(layer_num)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.first.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        place = self.places[layer_id]
        return place.rows.get_key_buffer(place.index)


class Backend:
    def __init__(self, pool: MappedPool):
        self.pool = pool

    def waits(self, layer, q):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
        place = self.pool.places[layer.layer_id]
        return q @ place.rows.get_key_buffer(place.index).T

    def behind_the_owner(self, layer, q):
        keys = q @ self.pool.get_key_buffer(layer.layer_id).T
        place = self.pool.places[layer.layer_id]
        return keys + q @ place.rows.get_key_buffer(place.index).T

    def store(self, layer, loc, k, v):
        self.pool.places[layer.layer_id].rows.set_kv_buffer(layer, loc, k, v)

    def size_of(self, layer):
        place = self.pool.places[layer.layer_id]
        return place.rows.size, place.index
