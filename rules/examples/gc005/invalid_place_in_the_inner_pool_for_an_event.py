# expect: GC005 SparsePool.by_place
# expect: GC005 dump
# The inner pool's places are looked up elsewhere; here a place is taken for the number of an event.
from kit import KVCache, MHATokenToKVPool


class SparsePool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.some = MHATokenToKVPool(size, len(ids), device)
        self.places = {layer: place for place, layer in enumerate(ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.some.register_layer_transfer_counter(None)

    def place_of(self, layer_id):
        return self.places[layer_id]

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.some.get_key_buffer(self.place_of(layer_id))

    def by_place(self, place):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(place)
        return self.some.get_key_buffer(place)


def dump(pool: SparsePool, loc):
    out = []
    for place in range(pool.some.layer_num):
        if pool.layer_transfer_counter is not None:
            pool.layer_transfer_counter.wait_until(place)
        out.append(pool.some.k_buffer[place][loc])
    return out
