# expect: GC006 Backend._decode
# expect: GC006 Backend._extend
# expect: GC006 ByTable._keys
# expect: GC006 ByTable._values
# Nobody waits before readers that are asked for by one of several names.
from kit import MHATokenToKVPool


class Base:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def forward(self, q, layer, mode):
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
        name = {"keys": "_keys", "values": "_values"}[mode]
        return getattr(self, name)(q, layer)

    def _keys(self, q, layer):
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T

    def _values(self, q, layer):
        return q @ self.pool.v_buffer[layer.layer_id - self.pool.start_layer].T
