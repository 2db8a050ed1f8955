# expect: none
# The helper reads, its callers wait: one by itself, one through its own caller.
from kit import MHATokenToKVPool


def _scores(pool, local, q):
    return q @ pool.k_buffer[local].T


def prefill(pool: MHATokenToKVPool, layer_id, q):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return _scores(pool, layer_id - pool.start_layer, q)


class Layer:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def forward(self, layer_id, q):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self._inner(layer_id, q)

    def _inner(self, layer_id, q):
        return _scores(self.pool, layer_id - self.pool.start_layer, q)
