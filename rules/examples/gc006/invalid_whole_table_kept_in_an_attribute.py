# expect: GC006 Backend.attend
# expect: GC006 Backend.attend_to_pair
# expect: GC006 Heir.attend_to_late
# The constructor keeps the tables, not a layer of them: each method that takes one reads.
from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def both_tables(self):
        return self.k_buffer, self.v_buffer


class Backend:
    def __init__(self, pool: TablePool):
        self.pool = pool
        self.start = pool.start_layer
        self.keys, self.values = pool.k_buffer, pool.v_buffer
        self.pair = pool.both_tables()

    def attach(self, pool: TablePool):
        late = pool.k_buffer
        self.late = late

    def attend(self, q, layer_id):
        return q @ self.keys[layer_id - self.start].T

    def attend_to_pair(self, q, layer_id):
        return q @ self.pair[0][layer_id - self.start].T

    def put(self, layer_id, loc, rows):
        self.values[layer_id - self.start][loc] = rows

    def attend_behind_the_wait(self, q, layer_id):
        self.pool.get_value_buffer(layer_id)
        return q @ self.values[layer_id - self.pool.start_layer].T


class Heir(Backend):
    def attend_to_late(self, q, layer_id):
        return q @ self.late[layer_id - self.start].T
