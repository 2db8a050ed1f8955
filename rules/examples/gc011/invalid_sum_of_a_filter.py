# expect: GC011 build
# The layers of one kind are counted by a sum; events are recorded by layer.
from kit import LayerDoneCounter


def build(kvcache, kinds):
    done = LayerDoneCounter(sum(1 for k in kinds if k == "full"))
    kvcache.register_layer_transfer_counter(done)
    for layer_id, kind in enumerate(kinds):
        if kind == "full":
            done.events[0].complete(layer_id)
    return done
