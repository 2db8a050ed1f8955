# expect: none
# Events are recorded by what the map gives, not by its keys.
from kit import LayerDoneCounter


def build(kvcache, mapping):
    counter = LayerDoneCounter(len(mapping))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id, local in mapping.items():
        counter.events[0].complete(local)
    return counter
