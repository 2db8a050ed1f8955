# expect: GC006 Forgetful.run
# expect: GC006 Elsewhere.collect
# Who reads for callers that know it by its base only, or not at all: it is judged by those that have waited.
from abc import ABC, abstractmethod
from typing import Protocol

from kit import MHATokenToKVPool


class Backend(ABC):
    @abstractmethod
    def attend(self, layer_id, loc): ...


class Raw(Backend):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, layer_id, loc):
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]


class Several:
    def __init__(self, backends: list[Backend], pool: MHATokenToKVPool):
        self.backends = backends
        self.pool = pool

    def run(self, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        total = 0
        for backend in self.backends:
            total += backend.attend(layer_id, loc)
        return total


class Forgetful:
    def __init__(self, backend: Backend):
        self.backend = backend

    def run(self, layer_id, loc):
        return self.backend.attend(layer_id, loc)


class Outline:
    def step(self, layer_id, loc):
        return self._step(layer_id, loc)

    def _step(self, layer_id, loc):
        raise NotImplementedError


class Filled(Outline):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def _step(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]


class Layer:
    def __init__(self, outline: Outline, pool: MHATokenToKVPool):
        self.outline = outline
        self.pool = pool

    def run(self, layer_id, loc):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self.outline.step(layer_id, loc)


class Open:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def rows(self, layer_id, loc):
        self._order(layer_id)
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]

    def _order(self, layer_id): ...


class Closed(Open):
    def _order(self, layer_id):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)


class Counting:
    def __init__(self, reader: Open, pool: MHATokenToKVPool):
        self.reader = reader
        self.pool = pool

    def run(self, layer_id, loc):
        return self.reader.rows(layer_id, loc), len(self.pool.k_buffer)


class Free:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def gather(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]


def gather(reader, pool: MHATokenToKVPool, layer_id, loc):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)
    return reader.gather(layer_id, loc)


def perhaps_another(reader, layer_id, loc):
    return reader.gather(layer_id, loc)


class Fetching(Protocol):
    def fetch(self, layer_id, loc): ...


class Fetches:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def fetch(self, layer_id, loc):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc]


def fetch(reader: Fetching, pool: MHATokenToKVPool, layer_id, loc):
    pool.get_key_buffer(layer_id)
    return reader.fetch(layer_id, loc)


class Elsewhere:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def collect(self, layer_id, loc, scale):
        return self.pool.v_buffer[layer_id - self.pool.start_layer][loc] * scale


def collect(metrics, pool: MHATokenToKVPool, layer_id):
    pool.get_key_buffer(layer_id)
    metrics.collect(layer_id)
