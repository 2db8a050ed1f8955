# expect: GC011 tested_count
# expect: GC011 tested_ids
# expect: GC011 bound_on_the_way
# The count, or what is counted, is bound by `:=` where it is tested or handed on.
from kit import LayerDoneCounter


def tested_count(pool, dense_layers, sparse_layers):
    if (count := len(dense_layers | sparse_layers)) > 0:
        counter = LayerDoneCounter(count)
        pool.register_layer_transfer_counter(counter)
        for layer_id in sorted(dense_layers | sparse_layers):
            counter.events[0].complete(layer_id)


def tested_ids(pool, dense_layers, sparse_layers):
    if not (every := dense_layers | sparse_layers):
        return
    counter = LayerDoneCounter(len(every))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)


def bound_on_the_way(pool, dense_layers, sparse_layers):
    counter = LayerDoneCounter(count := len(every := dense_layers | sparse_layers))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return count
