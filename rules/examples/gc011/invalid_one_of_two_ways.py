# expect: GC011 build
# The plain model has dense ids, the hybrid one has not, and both size the table by the number.
from kit import LayerDoneCounter


def build(pool, config):
    if config.is_hybrid:
        ids = sorted(config.full_layers | config.window_layers)
    else:
        ids = list(range(config.num_layers))
    counter = LayerDoneCounter(len(ids))
    pool.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter
