# expect: GC011 counted_by_hand
# expect: GC011 member_of_ids
# expect: GC011 taken_from_list
# expect: GC011 filtered_map
# expect: GC011 filtered_pairs
# expect: GC011 skipped
# expect: GC011 listed
# Numbers that look like ranks and are ids: asked for among the ids, or positions in what the ids were filtered out of.
from kit import LayerDoneCounter


def member_of_ids(kvcache, full, state, n):
    ids = full | state
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for i in range(n):
        if i in ids:
            counter.events[0].complete(i)
    return counter


def skipped(kvcache, full, state, layers):
    ids = full | state
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for i, layer in enumerate(layers):
        if i not in ids:
            continue
        counter.events[0].complete(i)
    return counter


def taken_from_list(kvcache, layers):
    ids = [i for i, layer in enumerate(layers) if layer.full]
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for k in range(len(ids)):
        counter.events[0].complete(ids[k])
    return counter


def filtered_map(kvcache, layers):
    ids = {layer: i for i, layer in enumerate(layers) if layer.full}
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for layer in ids:
        counter.events[0].complete(ids[layer])
    return counter


def filtered_pairs(kvcache, layers):
    ids = dict((layer, i) for i, layer in enumerate(layers) if layer.full)
    counter = LayerDoneCounter(len([x for x in layers if x.full]))
    kvcache.register_layer_transfer_counter(counter)
    for layer, i in ids.items():
        counter.events[0].complete(i)
    return counter


def listed(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, g in enumerate(ids):
        counter.events[0].complete(g)
    return counter


def counted_by_hand(kvcache, layers):
    ids = [layer for layer in layers if layer.full]
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    place = 0
    for layer in layers:
        if layer.full:
            counter.events[0].complete(place)
        place += 1
    return counter
