# expect: GC006 Checked._check
# expect: GC006 Eager._rows
# expect: GC006 Impatient.forward
# A base outside the pools waits and calls a method of its own that its heirs implement: each way there is judged on them.
from abc import ABC, abstractmethod

from kit import MHATokenToKVPool


class Waiting(ABC):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    @abstractmethod
    def _attend(self, layer_id, q): ...

    def forward(self, layer_id, q):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self._step(layer_id, q)

    def _step(self, layer_id, q):
        run = self._attend if q.single else self._probe
        return run(layer_id, q)

    def verify(self, layer_id, q):
        return self._check(layer_id, q)


class Keys(Waiting):
    def _attend(self, layer_id, q):
        return self._deep(layer_id, q)

    def _deep(self, layer_id, q):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def forward(self, layer_id, q):
        return super().forward(layer_id, q.contiguous())


class Values(Waiting):
    def _probe(self, layer_id, q):
        return q @ self.pool.v_buffer[layer_id - self.pool.start_layer].T


class Checked(Values):
    def _check(self, layer_id, q):
        return self._probe(layer_id, q)


class Impatient(Checked):
    def forward(self, layer_id, q):
        return self._probe(layer_id, q)


class Ordering:
    def forward(self, layer_id, q):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return self._read(layer_id, q)


class Reading:
    pool: MHATokenToKVPool

    def _read(self, layer_id, q):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class Mixed(Ordering, Reading):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool


class Never:
    def forward(self, layer_id, q):
        return self._rows(layer_id, q)


class Eager(Never):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _rows(self, layer_id, q):
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class Also(Never):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _rows(self, layer_id, q):
        return self.pool.get_key_buffer(layer_id)

    def forward(self, layer_id, q):
        self._rows(layer_id, q)
        return super().forward(layer_id, q)
