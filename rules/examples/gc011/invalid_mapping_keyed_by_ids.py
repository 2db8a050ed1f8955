# expect: GC011 Stack.__init__
# A map from global ids to ranks has as many entries as it has layers, not as many as the largest id.
from kit import LayerDoneCounter


class Stack:
    def __init__(self, pool, full_attention_layer_ids):
        self.rank = {layer_id: rank for rank, layer_id in enumerate(full_attention_layer_ids)}
        self.counter = LayerDoneCounter(len(self.rank))
        pool.register_layer_transfer_counter(self.counter)

    def finish(self):
        for layer_id in self.rank:
            self.counter.events[0].complete(layer_id)
