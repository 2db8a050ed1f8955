# expect: GC006 attend
# expect: GC006 attend_by_property
# expect: GC006 norms
# Handing out the whole table of layers is no read. Whoever takes a layer from it reads, and nobody here waits.
from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def both_tables(self):
        return self.k_buffer, self.v_buffer

    @property
    def key_table(self):
        return self.k_buffer

    def listed(self):
        return [self.v_buffer[i] for i in range(self.layer_num)]


def attend(pool: TablePool, layer_id, q):
    keys, values = pool.both_tables()
    local = layer_id - pool.start_layer
    return q @ keys[local].T @ values[local]


def attend_by_property(pool: TablePool, layer_id, q):
    return q @ pool.key_table[layer_id - pool.start_layer].T


def norms(pool: TablePool):
    return [layer.norm() for layer in pool.listed()]
