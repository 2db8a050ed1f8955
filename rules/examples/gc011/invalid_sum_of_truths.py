# expect: GC011 build
# A sum of comparisons counts what a filter would leave.
from kit import LayerDoneCounter


def build(kvcache, kinds):
    counter = LayerDoneCounter(sum(k == "full" for k in kinds))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id, kind in enumerate(kinds):
        if kind == "full":
            counter.events[0].complete(layer_id)
    return counter
