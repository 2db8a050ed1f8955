# expect: none
# Nothing is loading for batches that only decode: a check shows it in the reader, or in its only caller.
from kit import MHATokenToKVPool


def asserted(pool: MHATokenToKVPool, q, layer_id, batch):
    assert batch.forward_mode.is_decode()
    return q @ pool.k_buffer[layer_id - pool.start_layer].T


def refused(pool: MHATokenToKVPool, q, layer_id, batch):
    if batch.forward_mode.is_extend():
        raise NotImplementedError
    return q @ pool.k_buffer[layer_id - pool.start_layer].T


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _decode(self, q, layer_id):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def forward(self, q, layer_id, batch):
        if batch.forward_mode.is_decode():
            return self._decode(q, layer_id)
        return q @ self.pool.get_key_buffer(layer_id).T
