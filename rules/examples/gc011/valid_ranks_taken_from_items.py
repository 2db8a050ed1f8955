# expect: none
# The loop takes each id with its rank.
from kit import LayerDoneCounter


def build(kvcache, full, state):
    rank = {g: r for r, g in enumerate(sorted(full | state))}
    counter = LayerDoneCounter(len(rank))
    kvcache.register_layer_transfer_counter(counter)
    for g, place in rank.items():
        counter.events[0].complete(place)
    return counter
