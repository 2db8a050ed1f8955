# expect: GC011 pick
# expect: GC011 pair
"""The ids and their number come back together, and are taken apart."""

from kit import LayerDoneCounter


def pick(config):
    ids = {layer for layer, kind in enumerate(config.layer_types) if kind != "linear"}
    return ids, len(ids)


def build(pool, config):
    ids, count = pick(config)
    counter = LayerDoneCounter(count)
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(ids):
        counter.events[0].complete(layer_id)
    return counter


def pair(pool, config):
    ids = [layer for layer in config.layers if config.kinds[layer] == "attention"]
    count, first = len(ids), ids[0]
    counter = LayerDoneCounter(count)
    pool.register_layer_transfer_counter(counter)
    counter.events[0].complete(first)
    return counter


def span(ids):
    ids = sorted(ids)
    return ids, ids[-1] + 1


def build_whole(pool, ids):
    ids, count = span(ids)
    counter = LayerDoneCounter(count)
    pool.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter
