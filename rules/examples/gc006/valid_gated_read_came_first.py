# expect: none
# The gated accessor of the same layer has been called on every way before the bare buffer is read.
from kit import MHATokenToKVPool


def attend(pool: MHATokenToKVPool, layer_id, q, loc):
    values = pool.get_value_buffer(layer_id)
    keys = pool.k_buffer[layer_id - pool.start_layer]
    return (q @ keys[loc].T) @ values[loc]


def attend_on_either_way(pool: MHATokenToKVPool, layer_id, q, paged):
    if paged:
        values = pool.get_value_buffer(layer_id)
    else:
        _, values = pool.get_kv_buffer(layer_id)
    return (q @ pool.k_buffer[layer_id - pool.start_layer].T) @ values
