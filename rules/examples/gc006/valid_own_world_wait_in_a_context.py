# expect: none
# A tree of its own: the reader enters a context that waits, whatever it is called; another asks the event table itself.
from contextlib import contextmanager

import torch


class Step:
    def __init__(self, n):
        self.flags = [torch.cuda.Event() for _ in range(n)]

    def seal(self, i):
        self.flags[i].record()

    def hold(self, i):
        torch.cuda.current_stream().wait_event(self.flags[i])


class Turnstile:
    def __init__(self, n):
        self.steps = [Step(n) for _ in range(2)]
        self.which = -1
        self.n = n

    def set_consumer(self, which):
        self.which = which

    def wait_until(self, i):
        if self.which < 0:
            return
        self.steps[self.which].hold(i)


class Store:
    def __init__(self, rows, depth, device):
        self.depth = depth
        self.latent = [torch.zeros(rows, 16, device=device) for _ in range(depth)]
        self.turnstile = None

    def accept(self, turnstile):
        self.turnstile = turnstile

    def at(self, i):
        if self.turnstile is not None:
            self.turnstile.wait_until(i)
        return self.latent[i]


class Warm:
    def load_to_device_per_layer(self, store, src, dst, i):
        store.latent[i].index_copy_(0, dst, self.rows[i][src].cuda(non_blocking=True))


class Pump:
    def __init__(self, store: Store, warm):
        self.warm = warm
        self.lane = torch.cuda.Stream()
        self.turnstile = Turnstile(store.depth)
        store.accept(self.turnstile)

    def pull(self, store, src, dst, which):
        with torch.cuda.stream(self.lane):
            for i in range(store.depth):
                self.warm.load_to_device_per_layer(store, src, dst, i)
                self.turnstile.steps[which].seal(i)


@contextmanager
def settled(store, i):
    if store.turnstile is not None:
        store.turnstile.wait_until(i)
    yield store.latent[i]


def project(store: Store, i, w):
    with settled(store, i) as rows:
        return rows @ w


def project_by_event(store: Store, i, w):
    gate = store.turnstile
    if gate is not None and gate.which >= 0:
        gate.steps[gate.which].hold(i)
    return store.latent[i] @ w
