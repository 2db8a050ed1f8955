# expect: GC011 assemble
# The count goes through unpacked keywords.
from kit import LayerDoneCounter


def make(**kw):
    return LayerDoneCounter(**kw)


def assemble(kvcache, full_ids, state_ids):
    both = set(full_ids).union(state_ids)
    counter = make(num_layers=len(both))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in both:
        counter.events[0].complete(layer_id)
    return counter
