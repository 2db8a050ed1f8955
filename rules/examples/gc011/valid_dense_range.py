# expect: none
# A range has no gaps, however it is written.
from kit import LayerDoneCounter


class Owner:
    def __init__(self, pool, start_layer, end_layer):
        self.ids = list(range(start_layer, end_layer))
        self.counter = LayerDoneCounter(len(self.ids))
        self.other = LayerDoneCounter(end_layer - start_layer)
        self.third = LayerDoneCounter(len(range(end_layer)))
        pool.register_layer_transfer_counter(self.counter)
