# expect: none
# Every module gets the next number: as many events as numbers.
from kit import LayerDoneCounter


def wire(pool, modules):
    numbered = {number: module for number, module in enumerate(modules)}
    counter = LayerDoneCounter(len(numbered))
    pool.register_layer_transfer_counter(counter)
    for number in numbered:
        counter.events[0].complete(number)
    return counter
