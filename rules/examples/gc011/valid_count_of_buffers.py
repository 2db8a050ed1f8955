# expect: none
# One buffer a layer, in order: the number of buffers is the number of layers.
from kit import LayerDoneCounter, MHATokenToKVPool


def wire(pool: MHATokenToKVPool):
    counter = LayerDoneCounter(len(pool.k_buffer))
    pool.register_layer_transfer_counter(counter)
    return counter


def wire_by_attribute(pool: MHATokenToKVPool):
    counter = LayerDoneCounter(pool.layer_num)
    pool.register_layer_transfer_counter(counter)
    return counter
