# expect: GC006 Backend.forward_extend
# One caller only decodes, so that the other has to wait for what both read.
from kit import MHATokenToKVPool


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _scores(self, q, layer_id):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def forward(self, q, layer_id, batch):
        if batch.forward_mode.is_decode():
            return self._scores(q, layer_id)
        return q @ self.pool.get_key_buffer(layer_id).T

    def forward_extend(self, q, layer_id, batch):
        return self._scores(q, layer_id)
