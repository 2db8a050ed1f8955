# expect: GC011 build
# The loop before counts from zero, under the name that the ids have in the loop which completes the events.
from kit import LayerDoneCounter


def build(kvcache, config):
    state_ids = [i for i in range(config.num_layers) if config.is_state(i)]
    for i in range(3):
        config.warm_up(i)
    counter = LayerDoneCounter(len(state_ids))
    kvcache.register_layer_transfer_counter(counter)
    for i in state_ids:
        counter.events[0].complete(i)
    return counter
