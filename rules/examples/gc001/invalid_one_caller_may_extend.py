# expect: GC001 DecodePool.decode_rows
# One caller of the accessor decodes, the other takes whatever batch comes.
from kit import MHATokenToKVPool


class DecodePool(MHATokenToKVPool):
    def decode_rows(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Backend:
    def __init__(self, pool: DecodePool):
        self.pool = pool

    def forward(self, q, layer_id, batch):
        if batch.forward_mode.is_decode():
            return q @ self.pool.decode_rows(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T

    def forward_any(self, q, layer_id, batch):
        if batch.forward_mode.is_mixed():
            return q @ self.pool.get_key_buffer(layer_id).T
        return q @ self.pool.decode_rows(layer_id).T
