# expect: none
"""Of a pool that is declared by its base the kind is asked for, and the owner waits before its inner pool is read."""

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


class Backend:
    def __init__(self, pool: KVCache):
        self.pool = pool

    def by_the_owner(self, layer, q):
        pool = self.pool
        if isinstance(pool, HybridPool):
            assert pool.full.size == pool.size
        return q @ pool.get_key_buffer(layer.layer_id).T

    def behind_a_wait(self, layer, q):
        pool = self.pool
        if isinstance(pool, HybridPool):
            if pool.layer_transfer_counter is not None:
                pool.layer_transfer_counter.wait_until(layer.layer_id - pool.start_layer)
            return q @ pool.full.get_key_buffer(pool.local_ids[layer.layer_id]).T
        return q @ pool.get_key_buffer(layer.layer_id).T

    def private_twin_behind_a_wait(self, layer, q):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
        return q @ self.pool._get_key_buffer(layer.layer_id).T

    def store(self, layer, loc, k, v):
        inner = self.pool.full if isinstance(self.pool, HybridPool) else self.pool
        inner.set_kv_buffer(layer, loc, k, v)
