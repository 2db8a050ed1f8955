# expect: GC006 Indexer.of_the_early
# expect: GC006 Indexer.behind_a_switch
# expect: GC006 far
# A reader outside gets at the pool's counter by a property or a method of its own, and asks it whether it is there.
from dataclasses import dataclass
from functools import cached_property

from kit import LayerDoneCounter, MHATokenToKVPool


class HasCounter:
    pool: MHATokenToKVPool

    @property
    def _registered(self):
        return getattr(self.pool, "layer_transfer_counter", None)

    @cached_property
    def counter(self) -> LayerDoneCounter | None:
        return self._registered


class Indexer(HasCounter):
    def __init__(self, pool: MHATokenToKVPool, eager):
        self.pool = pool
        self.eager = eager

    @property
    def switched(self):
        return self.pool.layer_transfer_counter if self.eager else None

    def loads(self):
        counter = self.pool.layer_transfer_counter
        return counter is not None and counter.consumer_index >= 0

    def _wait(self, layer_id):
        if self.counter is None:
            return
        self.counter.wait_until(layer_id - self.pool.start_layer)

    def by_property(self, q, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def by_helper(self, q, layer_id):
        self._wait(layer_id)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def by_flag(self, q, layer_id):
        if self.loads():
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def of_the_early(self, q, layer_id):
        if self.counter is None:
            self.counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

    def behind_a_switch(self, q, layer_id):
        if (counter := self.switched) is not None:
            counter.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


@dataclass
class Context:
    pool: MHATokenToKVPool

    @property
    def counter(self):
        return self.pool.layer_transfer_counter


def near(context: Context, layer_id, loc):
    if context.counter is not None:
        context.counter.wait_until(layer_id - context.pool.start_layer)
    return context.pool.k_buffer[layer_id - context.pool.start_layer][loc]


def far(context: Context, layer_id, loc):
    if context.counter is not None:
        context.pool.k_buffer[layer_id - context.pool.start_layer][loc] = 0
    return context.pool.k_buffer[layer_id - context.pool.start_layer][loc]
