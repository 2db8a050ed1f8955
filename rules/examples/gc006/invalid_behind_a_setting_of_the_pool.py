# expect: GC006 TableBackend.rows
# The pool has no table until one is attached; a backend that asks for it reads from then on.
from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.table = None

    def attach(self, table):
        self.table = table


class TableBackend:
    def __init__(self, pool: TablePool):
        self.pool = pool

    def rows(self, layer_id, loc):
        if self.pool.table is None:
            return None
        return self.pool.k_buffer[layer_id][self.pool.table[loc]]
