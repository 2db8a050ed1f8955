# expect: GC006 snapshot
# The clone is made first; the wait behind it comes too late for it.
from kit import MHATokenToKVPool


def snapshot(pool: MHATokenToKVPool, layer_id):
    rows = pool.k_buffer[layer_id - pool.start_layer].clone()
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return rows
