# expect: none
# Ranks are counted by hand, from a start that is written down, backwards, or over a copy.
from itertools import count

from kit import LayerDoneCounter


def by_hand(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    rank = 0
    for g in ids:
        counter.events[0].complete(rank)
        rank += 1
    return counter


def with_start(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, g in enumerate(ids, 0):
        counter.events[0].complete(rank)
    return counter


def with_start_kw(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, g in enumerate(ids, start=0):
        counter.events[0].complete(rank)
    return counter


def range_two(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank in range(0, len(ids)):
        counter.events[0].complete(rank)
    return counter


def backwards(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank in reversed(range(len(ids))):
        counter.events[0].complete(rank)
    return counter


def zipped(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for g, rank in zip(ids, count()):
        counter.events[0].complete(rank)
    return counter


def enumerated_list(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, g in list(enumerate(ids)):
        counter.events[0].complete(rank)
    return counter


def tuple_in_enumerate(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, (g, host) in enumerate(zip(ids, full)):
        counter.events[0].complete(layer_index=rank)
    return counter


def by_hand_under_a_condition(kvcache, full, state, layers):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    rank = 0
    for layer in layers:
        if layer.is_cached:
            counter.events[0].complete(rank)
            rank += 1
    return counter


def by_hand_up_to_a_limit(kvcache, full, state):
    ids = sorted(full | state)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    rank = 0
    while rank < len(ids):
        counter.events[0].complete(rank)
        rank += 1
    return counter
