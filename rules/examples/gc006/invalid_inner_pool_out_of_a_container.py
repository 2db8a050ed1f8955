# expect: GC006 Backend.from_a_record
# expect: GC006 Backend.from_a_dict
# expect: GC006 Backend.from_a_list
# expect: GC006 Backend.from_a_helper
"""The backend takes an inner pool out of a container of its owner, which has muted it: its gates never wait."""

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
        self.second = MHATokenToKVPool(size, layer_num, device)
        self.places = {i: Place(self.first, i) for i in range(layer_num)}
        self.by_ratio = {}
        self.by_ratio[1] = self.first
        self.by_ratio[4] = self.second
        self.every = [self.first, self.second]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.first.register_layer_transfer_counter(None)
        self.second.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        place = self.places[layer_id]
        return place.rows.get_key_buffer(place.index)


class Backend:
    def __init__(self, pool: MappedPool):
        self.pool = pool

    def from_a_record(self, layer, q):
        place = self.pool.places[layer.layer_id]
        return q @ place.rows.get_key_buffer(place.index).T

    def from_a_dict(self, layer, q, ratio):
        return q @ self.pool.by_ratio[ratio].get_key_buffer(layer.layer_id).T

    def from_a_list(self, layer, q):
        return [q @ inner.get_key_buffer(layer.layer_id).T for inner in self.pool.every]

    def _inner(self, layer):
        place = self.pool.places[layer.layer_id]
        return place.rows, place.index

    def from_a_helper(self, layer, q):
        inner, index = self._inner(layer)
        return q @ inner.get_key_buffer(index).T
