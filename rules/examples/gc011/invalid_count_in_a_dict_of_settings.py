# expect: GC011 build
# The count stands in a dict of settings that is unpacked.
from kit import LayerDoneCounter


def build(kvcache, full, state):
    settings = {"num_layers": len(full | state)}
    counter = LayerDoneCounter(**settings)
    kvcache.register_layer_transfer_counter(counter)
    for i in full | state:
        counter.events[0].complete(i)
    return counter
