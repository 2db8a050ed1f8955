# expect: GC011 build
# The layers of one kind are counted over a range, and recorded by their own numbers.
from kit import LayerDoneCounter


def build(kvcache, n, is_full):
    counter = LayerDoneCounter(sum(1 for i in range(n) if is_full(i)))
    kvcache.register_layer_transfer_counter(counter)
    for i in range(n):
        if is_full(i):
            counter.events[0].complete(i)
    return counter
