# expect: none
# What the filter leaves is numbered again.
from kit import LayerDoneCounter


def build(kvcache, n, is_full):
    ids = [i for i in range(n) if is_full(i)]
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, i in enumerate(ids):
        counter.events[0].complete(rank)
    return counter
