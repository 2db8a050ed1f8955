# expect: GC006 speculative_path
# The helper reads for three callers. Two have waited, one through the gated accessor of the same layer.
from kit import MHATokenToKVPool


def _rows(pool, layer_id, loc):
    return pool.k_buffer[layer_id - pool.start_layer][loc].clone()


def main_path(pool: MHATokenToKVPool, layer_id, loc):
    counter = pool.layer_transfer_counter
    if counter is not None:
        counter.wait_until(layer_id - pool.start_layer)
    return _rows(pool, layer_id, loc)


def value_path(pool: MHATokenToKVPool, layer_id, loc):
    values = pool.get_value_buffer(layer_id)
    return _rows(pool, layer_id, loc), values[loc]


def speculative_path(pool: MHATokenToKVPool, layer_id, loc):
    return _rows(pool, layer_id, loc)
