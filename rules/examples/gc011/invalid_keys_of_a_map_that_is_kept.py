# expect: GC011 Stack.build
# The keys are counted in one method and recorded by in another.
from kit import LayerDoneCounter


class Stack:
    def __init__(self, mapping):
        self.mapping = mapping

    def build(self, kvcache):
        count = len(self.mapping.keys())
        self.done = LayerDoneCounter(num_layers=count)
        kvcache.register_layer_transfer_counter(self.done)

    def publish(self, slot):
        for layer_id in self.mapping:
            self.done.events[slot].complete(layer_id)
