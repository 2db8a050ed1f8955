# expect: none
# The ranks are put into a dict in a loop of their own.
from kit import LayerDoneCounter


def build(kvcache, full, state):
    ids = sorted(full | state)
    rank = {}
    for r, g in enumerate(ids):
        rank[g] = r
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for g in ids:
        counter.events[0].complete(rank[g])
    return counter
