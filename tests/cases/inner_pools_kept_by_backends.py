# expect: GC006 KeepsOneAnnotated.attend
# expect: GC006 KeepsBothInADict.attend
# Who keeps the muted pools of an owner and reads through them has no wait, whatever the attribute is annotated with.
from kit import KVCache, MHATokenToKVPool


class Pair(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.near = MHATokenToKVPool(size, layer_num, device)
        self.far = MHATokenToKVPool(size, layer_num, device)
        self.places = {}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.near.register_layer_transfer_counter(None)
        self.far.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        place, is_near = self.places[layer_id]
        return self.near.get_key_buffer(place) if is_near else self.far.get_key_buffer(place)


class KeepsOneAnnotated:
    def __init__(self, pool: Pair):
        self.kv: KVCache = pool.far

    def attend(self, q, layer_id):
        return q @ self.kv.get_key_buffer(layer_id).T


class KeepsBothInADict:
    def __init__(self, pool: Pair):
        self.by = {"near": pool.near, "far": pool.far}

    def attend(self, q, layer_id, kind):
        return q @ self.by[kind].get_key_buffer(layer_id).T


class KeepsTheOwner:
    def __init__(self, pool: Pair):
        self.kv: KVCache = pool
        self.by = {"all": pool}

    def attend(self, q, layer_id):
        return q @ self.kv.get_key_buffer(layer_id).T

    def attend_again(self, q, layer_id):
        return q @ self.by["all"].get_key_buffer(layer_id).T
