# expect: none
# Who asks for a reader by one of several names has waited.
from kit import MHATokenToKVPool


class Base:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def forward(self, q, layer, mode):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
        return getattr(self, "_decode" if mode.is_decode() else "_extend")(q, layer)


class Backend(Base):
    def _decode(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T

    def _extend(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T


class ByTable:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def forward(self, q, layer, mode):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer.layer_id - self.pool.start_layer)
        name = {"keys": "_keys", "values": "_values"}[mode]
        return getattr(self, name)(q, layer)

    def _keys(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T

    def _values(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T
