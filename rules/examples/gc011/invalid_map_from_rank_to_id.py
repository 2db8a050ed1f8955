# expect: GC011 build
# The map gives the id of a rank, and the id is what the event is recorded by.
from kit import LayerDoneCounter


def build(kvcache, full, state):
    ids = sorted(full | state)
    by_rank = {r: g for r, g in enumerate(ids)}
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for r in range(len(ids)):
        counter.events[0].complete(by_rank[r])
    return counter
