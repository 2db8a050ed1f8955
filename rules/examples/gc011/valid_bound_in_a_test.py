# expect: none
# The number that is bound by `:=` spans the ids, numbers them, or is another one by the time the table is made.
from kit import LayerDoneCounter


def span(pool, first, end):
    if (count := len(range(first, end))) > 0:
        counter = LayerDoneCounter(count)
        pool.register_layer_transfer_counter(counter)
        for layer_id in range(count):
            counter.events[0].complete(layer_id)


def ranks(pool, dense_layers, sparse_layers):
    if (count := len(dense_layers | sparse_layers)) > 0:
        counter = LayerDoneCounter(count)
        pool.register_layer_transfer_counter(counter)
        for rank, _ in enumerate(sorted(dense_layers | sparse_layers)):
            counter.events[0].complete(rank)


def replaced(pool, dense_layers, sparse_layers):
    if (count := len(dense_layers | sparse_layers)) > 0:
        count = max(dense_layers | sparse_layers) + 1
        counter = LayerDoneCounter(count)
        pool.register_layer_transfer_counter(counter)
        for layer_id in sorted(dense_layers | sparse_layers):
            counter.events[0].complete(layer_id)
