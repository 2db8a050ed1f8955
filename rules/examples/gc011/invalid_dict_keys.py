# expect: GC011 Pools.attach
# The pools of a model are held by layer id, and not every layer has one.
from kit import LayerDoneCounter


class Pools:
    def __init__(self, specs):
        self.by_layer = {spec.layer_id: spec.pool for spec in specs if spec.pool is not None}

    def attach(self, owner):
        counter = LayerDoneCounter(len(self.by_layer.keys()))
        owner.register_layer_transfer_counter(counter)
        for layer_id in self.by_layer:
            counter.events[0].complete(layer_id)
        return counter
