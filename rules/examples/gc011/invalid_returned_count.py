# expect: GC011 Layers.total
# A property takes the count; the constructor of the table asks for it.
from kit import LayerDoneCounter


class Layers:
    def __init__(self, config):
        self.attention = [i for i in config.layers if config.kinds[i] == "attention"]

    @property
    def total(self):
        return len(self.attention)


def wire(pool, layers: Layers):
    counter = LayerDoneCounter(layers.total)
    pool.register_layer_transfer_counter(counter)
    for layer_id in layers.attention:
        counter.events[0].complete(layer_id)
    return counter
