# expect: none
# The only caller builds the map over a range: its keys have no gaps.
from kit import LayerDoneCounter


def build(kvcache, mapping):
    counter = LayerDoneCounter(len(mapping.keys()))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in mapping:
        counter.events[0].complete(layer_id)
    return counter


def main(kvcache, n):
    return build(kvcache, {i: i for i in range(n)})
