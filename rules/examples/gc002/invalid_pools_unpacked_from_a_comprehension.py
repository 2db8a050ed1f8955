# expect: GC002 FanPool.second
# expect: GC002 NamedFan.second
"""A comprehension makes a pool for each of several attributes, and one of these gets no counter."""

from kit import KVCache, MHATokenToKVPool


class FanPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.a, self.b = [MHATokenToKVPool(size, layer_num, device, start_layer) for _ in range(2)]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.a.register_layer_transfer_counter(layer_transfer_counter)

    def first(self, layer_id):
        return self.a.get_key_buffer(layer_id)

    def second(self, layer_id):
        return self.b.get_key_buffer(layer_id)


def make_pool(size, layer_num, device):
    return MHATokenToKVPool(size, layer_num, device)


class NamedFan(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.a, self.b = (make_pool(rows, layer_num, device) for rows in (size, size // 2))

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        for pool in (self.a,):
            pool.register_layer_transfer_counter(layer_transfer_counter)

    def first(self, layer_id):
        return self.a.get_key_buffer(layer_id)

    def second(self, layer_id):
        return self.b.get_key_buffer(layer_id)


class BothPools(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.a, self.b = [MHATokenToKVPool(size, layer_num, device, start_layer) for _ in range(2)]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        for pool in (self.a, self.b):
            pool.register_layer_transfer_counter(layer_transfer_counter)

    def first(self, layer_id):
        return self.a.get_key_buffer(layer_id)

    def second(self, layer_id):
        return self.b.get_key_buffer(layer_id)
