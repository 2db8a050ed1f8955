# expect: none
# The larger of the count and of what reaches to the last id, or of what the model has layers, is no count.
from kit import LayerDoneCounter


def make_counter(pool, dense_layers, sparse_layers):
    every = dense_layers | sparse_layers
    counter = LayerDoneCounter(max(len(every), max(every) + 1))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter


def make_other(pool, dense_layers, sparse_layers, config):
    every = dense_layers | sparse_layers
    counter = LayerDoneCounter(max(len(every), config.num_hidden_layers))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter


def make_long(pool, dense_layers, sparse_layers):
    every = dense_layers | sparse_layers
    counter = LayerDoneCounter(max(len(every), 256))
    pool.register_layer_transfer_counter(counter)
    for layer_id in sorted(every):
        counter.events[0].complete(layer_id)
    return counter
