# expect: none
# The table reaches to the largest id.
from kit import LayerDoneCounter


def build(pool, dense, sparse):
    ids = set(dense) | set(sparse)
    counter = LayerDoneCounter(max(ids) + 1)
    pool.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter
