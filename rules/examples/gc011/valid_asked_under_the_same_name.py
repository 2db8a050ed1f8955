# expect: none
# What is asked for among the ids is the variable of another loop, which only has the name of the rank.
from kit import LayerDoneCounter


def build(kvcache, config):
    state_ids = set(config.state_ids) | set(config.full_ids)
    dense = [i for i in range(config.num_layers) if i not in state_ids]
    counter = LayerDoneCounter(len(state_ids))
    kvcache.register_layer_transfer_counter(counter)
    for i in range(len(state_ids)):
        counter.events[0].complete(i)
    return counter, dense
