# expect: GC006 forward_extend
# A backend goes to the buffer directly. Its twin does so too, behind a wait.
from kit import MHATokenToKVPool


def forward_extend(pool: MHATokenToKVPool, layer, loc):
    k = pool.k_buffer[layer.layer_id - pool.start_layer]
    return k[loc] @ k[loc].T


def forward_gated(pool: MHATokenToKVPool, layer, loc):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer.layer_id - pool.start_layer)
    k = pool.k_buffer[layer.layer_id - pool.start_layer]
    return k[loc] @ k[loc].T
