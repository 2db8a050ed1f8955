# expect: GC006 Forgotten.rows
# expect: GC006 Raising.rows
# expect: GC006 Used.rows
# A base outside the pools leaves the wait to its heirs: its reads are judged on objects of theirs, one for each way to wait.
from abc import ABC, abstractmethod
from contextlib import contextmanager

from kit import MHATokenToKVPool


class Silent:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        self._prepare(layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _prepare(self, layer_id):
        self._order(layer_id)

    def _order(self, layer_id): ...


class Waiting(Silent):
    def _order(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


class Deeper(Waiting):
    def _order(self, layer_id):
        super()._order(layer_id)


class Abstract(ABC):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        with self._gate(layer_id):
            return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    @abstractmethod
    def _gate(self, layer_id): ...


class Entered(Abstract):
    @contextmanager
    def _gate(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        yield


class Mixin:
    def rows(self, layer_id, loc):
        self.hold(layer_id)
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]


class Holding:
    pool: MHATokenToKVPool

    def hold(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


class Both(Mixin, Holding):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool


class Forgotten:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        self._order(layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _order(self, layer_id):
        """Wait for what the heir reads."""


class Remembers(Forgotten):
    def _order(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


class Forgets(Forgotten):
    pass


class Raising:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        self._order(layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _order(self, layer_id):
        raise NotImplementedError


class Orders(Raising):
    def _order(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


class Counts(Raising):
    def _order(self, layer_id):
        self.last = layer_id


class Used:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        self._order(layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _order(self, layer_id):
        pass


class Heir(Used):
    def _order(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


def reader_of(pool, careful):
    made = Heir if careful else Used
    return made(pool)
