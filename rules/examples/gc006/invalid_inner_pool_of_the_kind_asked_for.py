# expect: GC006 Backend.asks_for_the_class
# expect: GC006 Backend.asks_for_the_attribute
# expect: GC006 Backend.takes_by_name
# expect: GC006 Backend.remembers
# expect: GC006 Backend.asks_in_a_helper
"""The pool is declared by its base: the backend finds out that it is a hybrid, and goes past that to an inner pool."""

from kit import KVCache, MHATokenToKVPool


class HybridPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.full = MHATokenToKVPool(size, layer_num, device)
        self.local_ids = {}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.full.get_key_buffer(self.local_ids[layer_id])


def rows_of(pool, layer):
    if isinstance(pool, HybridPool):
        return pool.full, pool.local_ids[layer.layer_id]
    return pool, layer.layer_id


class Backend:
    def __init__(self, pool: KVCache):
        self.pool = pool
        self.is_hybrid = isinstance(pool, HybridPool)

    def asks_for_the_class(self, layer, q):
        pool = self.pool
        if not isinstance(pool, HybridPool):
            return q @ pool.get_key_buffer(layer.layer_id).T
        return q @ pool.full.get_key_buffer(pool.local_ids[layer.layer_id]).T

    def asks_for_the_attribute(self, layer, q):
        if hasattr(self.pool, "full"):
            return q @ self.pool.full.get_key_buffer(self.pool.local_ids[layer.layer_id]).T
        return q @ self.pool.get_key_buffer(layer.layer_id).T

    def takes_by_name(self, layer, q):
        inner = getattr(self.pool, "full", None)
        if inner is not None:
            return q @ inner.get_key_buffer(self.pool.local_ids[layer.layer_id]).T
        return q @ self.pool.get_key_buffer(layer.layer_id).T

    def remembers(self, layer, q):
        if self.is_hybrid:
            return q @ self.pool.full.get_key_buffer(self.pool.local_ids[layer.layer_id]).T
        return q @ self.pool.get_key_buffer(layer.layer_id).T

    def asks_in_a_helper(self, layer, q):
        inner, index = rows_of(self.pool, layer)
        return q @ inner.get_key_buffer(index).T
