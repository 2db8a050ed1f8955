# expect: GC006 Paged.extend
# expect: GC006 Paged.extend_by_name
# expect: GC006 Paged.extend_listed
# expect: GC006 Reading.__init__
# expect: GC006 Forgetful.extend
"""A constructor keeps a view of each layer, or a function that reads; nobody waits when they are used."""

from kit import MHATokenToKVPool


class Paged:
    def __init__(self, pool: MHATokenToKVPool, page):
        self.pool = pool
        self.base = pool.start_layer
        self.pages = []
        for rows in pool.k_buffer:
            self.pages.append(rows.view(-1, page, 8))
        self.by_layer = {i: rows.view(-1, page, 8) for i, rows in enumerate(pool.v_buffer)}
        listed = [pool.v_buffer[i].view(-1, page, 8) for i in range(pool.layer_num)]
        self.listed = listed

    def extend(self, layer, ids):
        return self.pages[layer.layer_id - self.base][ids].flatten(0, 1)

    def extend_by_name(self, layer, ids):
        return self.by_layer[layer.layer_id - self.base][ids].flatten(0, 1)

    def extend_listed(self, layer, ids):
        return self.listed[layer.layer_id - self.base][ids].flatten(0, 1)

    def put(self, layer, ids, rows):
        self.pages[layer.layer_id - self.base][ids] = rows

    def extend_in_order(self, layer, ids):
        self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.base)
        return self.pages[layer.layer_id - self.base][ids].flatten(0, 1)


class Reading:
    def __init__(self, pool: MHATokenToKVPool):
        self.read = lambda layer_id, loc: pool.v_buffer[layer_id - pool.start_layer][loc]

    def extend(self, layer_id, loc):
        return self.read(layer_id, loc)


class Forgetful:
    def __init__(self, pool: MHATokenToKVPool):
        def fetch(layer_id, loc):
            return pool.v_buffer[layer_id - pool.start_layer][loc]

        self.pool = pool
        self.fetch = fetch

    def extend(self, layer_id, loc):
        return self.fetch(layer_id, loc)

    def extend_in_order(self, layer_id, loc):
        self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self.fetch(layer_id, loc)
