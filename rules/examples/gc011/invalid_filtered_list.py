# expect: GC011 Assembler.build
# The list leaves out the layers without a cache; its length is handed on by keyword.
from kit import LayerDoneCounter


class Assembler:
    def __init__(self, pool, config):
        self.pool = pool
        self.config = config

    def build(self):
        cached = [i for i in range(self.config.num_hidden_layers) if self.config.layer_types[i] != "linear"]
        counter = LayerDoneCounter(num_layers=len(cached))
        self.pool.register_layer_transfer_counter(counter)
        for layer_id in cached:
            counter.events[0].complete(layer_id)
        return counter
