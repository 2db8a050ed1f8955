# expect: none
# The ids are ranked by a dict, and events are recorded by rank.
from kit import LayerDoneCounter


def build(kvcache, full, state):
    ids = sorted(full | state)
    rank = {g: r for r, g in enumerate(ids)}
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for g in ids:
        counter.events[0].complete(rank[g])
    return counter
