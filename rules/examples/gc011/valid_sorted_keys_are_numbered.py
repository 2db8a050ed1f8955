# expect: none
# Events are recorded by the ranks of the sorted keys, by what the map gives, or by the entries of a plain list.
from kit import LayerDoneCounter


def build(kvcache, mapping: dict):
    ids = sorted(mapping.keys())
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for rank, layer_id in enumerate(ids):
        kvcache.touch(layer_id)
        counter.events[0].complete(rank)
    return counter


def build_for(kvcache, layer_ids: list):
    ids = sorted(layer_ids)
    counter = LayerDoneCounter(len(ids))
    kvcache.register_layer_transfer_counter(counter)
    for layer_id in ids:
        counter.events[0].complete(layer_id)
    return counter


class Controller:
    def __init__(self, kvcache, layer_mapping: dict):
        self.mapping = layer_mapping
        self.done = LayerDoneCounter(len(layer_mapping))
        kvcache.register_layer_transfer_counter(self.done)

    def publish(self, slot):
        for local in self.mapping.values():
            self.done.events[slot].complete(local)
