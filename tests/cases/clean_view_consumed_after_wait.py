# expect: none
# An address taken early is harmless: the product is launched after the wait.
from kit import MHATokenToKVPool


def forward(pool: MHATokenToKVPool, layer, q):
    view = pool.k_buffer[layer.layer_id - pool.start_layer].view(-1, 8)
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer.layer_id - pool.start_layer)
    return q @ view.T
