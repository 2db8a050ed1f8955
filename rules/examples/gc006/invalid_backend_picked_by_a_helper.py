# expect: GC006 Hybrid.verify
# The backend is picked by a helper. One caller waits before it reads, the other has forgotten to.
from kit import MHATokenToKVPool


class Direct:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, q, layer_id):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class Hybrid:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.prefill = Direct(pool)
        self.decode = Direct(pool)

    def _select(self, mode):
        return self.decode if mode.is_decode() else self.prefill

    def extend(self, q, layer_id, mode):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self._select(mode).attend(q, layer_id)

    def verify(self, q, layer_id, mode):
        return self._select(mode).attend(q, layer_id)
