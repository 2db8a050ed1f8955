# expect: none
"""Part of a tree: the pool can be given a counter, and the code that does it is not here."""

import torch


class Store:
    def __init__(self, rows, count, device):
        self.device = device
        self.counter = None
        self.rows = [torch.zeros(rows, 8, device=device) for _ in range(count)]

    def connect(self, counter):
        self.counter = counter

    def get(self, number):
        if self.counter is not None:
            self.counter.wait_until(number)
        return self.rows[number]


class Pair(Store):
    def __init__(self, rows, count, device):
        super().__init__(rows, count, device)
        self.inner = Store(rows, count, device)

    def get_inner(self, number):
        return self.inner.get(number)


class StoreHost:
    def load_to_device_per_layer(self, store, mine, theirs, number):
        store.rows[number][theirs] = self.host[number][mine].cuda()
        store.inner.rows[number][theirs] = self.more[number][mine].cuda()
