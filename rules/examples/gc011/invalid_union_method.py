# expect: GC011 make_counter
# set.union, counted through a local name.
from kit import LayerDoneCounter


def make_counter(pool, dense_layers, sparse_layers):
    every = set(dense_layers).union(sparse_layers)
    count = len(every)
    counter = LayerDoneCounter(count)
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter
