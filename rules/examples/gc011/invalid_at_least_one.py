# expect: GC011 make_counter
# expect: GC011 make_other
# The larger of a count and one is the count, wherever there is anything to load.
from kit import LayerDoneCounter


def make_counter(pool, dense_layers, sparse_layers):
    every = dense_layers | sparse_layers
    counter = LayerDoneCounter(max(1, len(every)))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter


def make_other(pool, dense_layers, sparse_layers):
    every = dense_layers | sparse_layers
    count = max(len(every), 1)
    counter = LayerDoneCounter(count)
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter
