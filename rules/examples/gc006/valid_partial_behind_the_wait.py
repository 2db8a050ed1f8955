# expect: none
# The reader is bound to its pool behind the wait, and called later.
import functools

from kit import MHATokenToKVPool


def _rows(pool, local, loc):
    return pool.k_buffer[local][loc]


def delayed(pool: MHATokenToKVPool, layer_id):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    local = layer_id - pool.start_layer
    return lambda loc: _rows(pool, local, loc)


def later(pool: MHATokenToKVPool, layer_id, run):
    values = pool.get_value_buffer(layer_id)

    def body(loc):
        return values[loc] + pool.k_buffer[layer_id - pool.start_layer][loc]

    return functools.partial(run, body)
