# expect: none
# Ways that do not read need no wait; the one that reads has it.
from kit import MHATokenToKVPool


def prefix_rows(pool: MHATokenToKVPool, layer_id, loc=None):
    if loc is None:
        return pool.k_buffer[layer_id - pool.start_layer].new_empty(0)
    if not len(loc):
        return loc
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return pool.k_buffer[layer_id - pool.start_layer][loc]
