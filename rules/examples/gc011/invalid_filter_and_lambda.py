# expect: GC011 counter_of
# filter() leaves ids out.
from kit import LayerDoneCounter


def counter_of(pool, layer_ids, is_cached):
    kept = list(filter(lambda i: is_cached[i], layer_ids))
    counter = LayerDoneCounter(len(kept))
    pool.register_layer_transfer_counter(counter)
    for i in kept:
        counter.events[0].complete(i)
    return counter
