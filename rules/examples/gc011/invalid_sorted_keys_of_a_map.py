# expect: GC011 build
# expect: GC011 Plan.counter_for
# The sorted keys of a map are counted, and are what events are recorded by.
from kit import LayerDoneCounter


def build(kvcache, mapping: dict):
    ids = sorted(mapping.keys())
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter


class Plan:
    def __init__(self, mapping: dict):
        self.mapping = mapping

    @property
    def layer_ids(self):
        return sorted(self.mapping)

    def counter_for(self, kvcache):
        counter = LayerDoneCounter(len(self.layer_ids))
        kvcache.register_layer_transfer_counter(counter)
        for layer_id in self.layer_ids:
            counter.events[0].complete(layer_id)
        return counter
