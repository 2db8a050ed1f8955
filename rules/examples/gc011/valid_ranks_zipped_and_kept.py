# expect: none
# The ranks are zipped with a range and kept in an attribute.
from kit import LayerDoneCounter


class Stack:
    def __init__(self, kvcache, full, state):
        ids = sorted(full | state)
        self.ids = ids
        self.rank = dict(zip(ids, range(len(ids))))
        self.counter = LayerDoneCounter(len(ids))
        kvcache.register_layer_transfer_counter(self.counter)

    def publish(self):
        for g in self.ids:
            self.counter.events[0].complete(self.rank[g])
