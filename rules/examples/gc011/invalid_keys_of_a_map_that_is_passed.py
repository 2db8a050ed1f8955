# expect: GC011 build
# The keys of a map are counted, and are the ids.
from kit import LayerDoneCounter


def build(kvcache, mapping):
    done = LayerDoneCounter(num_layers=len(mapping.keys()))
    kvcache.register_layer_transfer_counter(done)
    for layer_id in mapping:
        done.events[0].complete(layer_id)
    return done
