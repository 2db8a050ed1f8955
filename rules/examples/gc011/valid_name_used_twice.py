# expect: none
# The variable of the filter, and that of the loop before, are others than the one that numbers the ids.
from kit import LayerDoneCounter


def build(kvcache, config):
    state_ids = [i for i in range(config.num_layers) if config.is_state(i)]
    for i in range(config.num_layers):
        config.check(i)
    counter = LayerDoneCounter(len(state_ids))
    kvcache.register_layer_transfer_counter(counter)
    for i, _ in enumerate(state_ids):
        counter.events[0].complete(i)
    return counter
