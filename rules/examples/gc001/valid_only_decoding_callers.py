# expect: none
# Every caller of the accessor has shown that its batch only decodes, one of them by its own only caller.
from kit import MHATokenToKVPool


class DecodePool(MHATokenToKVPool):
    def decode_rows(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Backend:
    def __init__(self, pool: DecodePool):
        self.pool = pool

    def forward(self, q, layer_id, batch):
        if batch.forward_mode.is_decode():
            return self._forward_decode(q, layer_id)
        return q @ self.pool.get_key_buffer(layer_id).T

    def _forward_decode(self, q, layer_id):
        return q @ self.pool.decode_rows(layer_id).T

    def forward_or_extend(self, q, layer_id, batch):
        extending = batch.forward_mode.is_extend()
        if extending:
            return q @ self.pool.get_key_buffer(layer_id).T
        return q @ self.pool.decode_rows(layer_id).T

    def forward_asserted(self, q, layer_id, batch):
        assert batch.forward_mode.is_decode_or_idle()
        return q @ self.pool.decode_rows(layer_id).T
