# expect: none
# Nothing shows that these ids have gaps.
from kit import LayerDoneCounter


def build(pool, layer_ids):
    counter = LayerDoneCounter(len(layer_ids))
    pool.register_layer_transfer_counter(counter)
    return counter


def main(pool, num_layers):
    return build(pool, list(range(num_layers)))
