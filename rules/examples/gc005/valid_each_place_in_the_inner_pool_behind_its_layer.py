# expect: none
# Each place of the inner pool is read behind the event of its layer, or all of them behind that of the last. Who is given
# a counter beside a pool of the inner kind may count as that pool does.
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



def dump(pool: SparsePool, loc):
    out = []
    for layer_id, place in pool.places.items():
        if pool.layer_transfer_counter is not None:
            pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
        out.append(pool.some.k_buffer[place][loc])
    return out


def dump_behind_the_last(pool: SparsePool, loc):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(max(pool.places) - pool.start_layer)
    return [pool.some.k_buffer[place][loc] for place in range(pool.some.layer_num)]


def gather(rows: MHATokenToKVPool, counter, place, loc):
    counter.wait_until(place)
    return rows.k_buffer[place][loc]
