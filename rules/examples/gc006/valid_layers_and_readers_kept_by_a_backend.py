# expect: none
"""What a constructor keeps waits itself, is used behind a wait, or only written into or described."""

from kit import MHATokenToKVPool


class Paged:
    def __init__(self, pool: MHATokenToKVPool, page):
        self.pool = pool
        self.base = pool.start_layer
        self.pages = []
        self.sizes = []
        for rows in pool.k_buffer:
            self.pages.append(rows.view(-1, page, 8))
            self.sizes.append(rows.nbytes)
        self.pointers = {i: rows.data_ptr() for i, rows in enumerate(pool.v_buffer)}

    def extend(self, layer, ids):
        self.pool.get_value_buffer(layer.layer_id)
        return self.pages[layer.layer_id - self.base][ids].flatten(0, 1)

    def put(self, layer, ids, rows):
        self.pages[layer.layer_id - self.base][ids] = rows

    def describe(self, layer):
        index = layer.layer_id - self.base
        return self.pages[index].shape, self.sizes[index], self.pointers[index]


class Reading:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.read = lambda layer_id, loc: pool.get_value_buffer(layer_id)[loc]
        self.fetch = lambda layer_id, loc: pool.k_buffer[layer_id - pool.start_layer][loc]
        self.size_of = lambda layer_id: pool.k_buffer[layer_id - pool.start_layer].nbytes

    def extend(self, layer_id, loc):
        return self.read(layer_id, loc)

    def extend_in_order(self, layer_id, loc):
        self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self.fetch(layer_id, loc)

    def count(self, layer_id):
        return self.size_of(layer_id)
