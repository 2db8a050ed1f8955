# expect: GC011 collect
# The ids are collected one by one, under a condition.
from kit import LayerDoneCounter


def collect(pool, entries):
    ids = set()
    for entry in entries:
        if entry.host_pool is not None:
            ids.add(entry.layer_id)
    counter = LayerDoneCounter(len(ids))
    pool.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter
