# expect: none
# Of the tables that the pool hands out only addresses, sizes and targets are taken, or a layer behind a wait.
from kit import MHATokenToKVPool


class TablePool(MHATokenToKVPool):
    def both_tables(self):
        return self.k_buffer, self.v_buffer

    def all_keys(self):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.k_buffer


def buffer_infos(pool: TablePool):
    keys, values = pool.both_tables()
    return [x.data_ptr() for x in keys + values], [x.nbytes for x in keys], len(keys), keys[0].dtype


def put(pool: TablePool, layer_id, loc, rows):
    pool.both_tables()[1][layer_id - pool.start_layer][loc] = rows


def attend(pool: TablePool, layer_id, q):
    keys, values = pool.both_tables()
    local = layer_id - pool.start_layer
    pool.get_kv_buffer(layer_id)
    return q @ keys[local].T @ values[local]


def last(pool: TablePool, layer_id, q):
    return q @ pool.all_keys()[layer_id - pool.start_layer].T
