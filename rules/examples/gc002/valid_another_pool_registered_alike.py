# expect: none
"""The pool waits on the counter of another pool, and both were registered with one object."""

from kit import LayerDoneCounter, MHATokenToKVPool


class Side(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, main: MHATokenToKVPool):
        super().__init__(size, layer_num, device)
        self.main = main

    def rows(self, layer_id, loc):
        counter = self.main.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]


def build(size, layers, device):
    main = MHATokenToKVPool(size, layers, device)
    side = Side(size, layers, device, main)
    counter = LayerDoneCounter(layers)
    main.register_layer_transfer_counter(counter)
    side.register_layer_transfer_counter(counter)
    return main, side
