# expect: GC006 Backend.by_property
# expect: GC006 Backend.extend
# expect: GC006 prefill
# A helper outside hands the tables on: the reader is who takes a layer from them, also behind a second helper.
from kit import MHATokenToKVPool


def tables(pool: MHATokenToKVPool):
    return pool.k_buffer, pool.v_buffer


def tables_again(pool: MHATokenToKVPool):
    return tables(pool)


def prefill(pool: MHATokenToKVPool, q, layer_id):
    keys, values = tables_again(pool)
    return (q @ keys[layer_id].T) @ values[layer_id]


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _values(self):
        return self.pool.v_buffer

    @property
    def _keys(self):
        return self.pool.k_buffer

    def extend(self, weights, layer_id):
        values = self._values()
        return weights @ values[layer_id]

    def by_property(self, q, layer_id):
        return q @ self._keys[layer_id].T

    def waits(self, q, layer_id):
        self.pool.get_key_buffer(layer_id)
        return q @ self._keys[layer_id - self.pool.start_layer].T
