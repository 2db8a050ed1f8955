# expect: none
# The helper picks the backend that reads directly where nothing is loading; else it is one that asks the accessor.
from kit import MHATokenToKVPool


class Direct:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, q, layer_id):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class Asking:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, q, layer_id):
        return q @ self.pool.get_key_buffer(layer_id).T


class Hybrid:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.prefill = Asking(pool)
        self.decode = Direct(pool)

    def _select(self, mode):
        return self.decode if mode.is_decode() else self.prefill

    def extend(self, q, layer_id, mode):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self._select(mode).attend(q, layer_id)

    def verify(self, q, layer_id, mode):
        return self._select(mode).attend(q, layer_id)
