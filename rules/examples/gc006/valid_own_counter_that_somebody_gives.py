# expect: none
# Readers that keep the counter which a pool is registered with, however they come by it, or that may.
from kit import HiCacheController, LayerDoneCounter, MHATokenToKVPool


class SetReader:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.ready = None

    def watch(self, ready):
        self.ready = ready

    def rows(self, q, layer_id):
        if self.ready is not None:
            self.ready.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class OptionalReader:
    def __init__(self, pool: MHATokenToKVPool, landed=None):
        self.pool = pool
        self.landed = landed

    def rows(self, q, layer_id):
        if self.landed is not None:
            self.landed.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class OwnCounterReader:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.events = LayerDoneCounter(pool.layer_num)
        pool.register_layer_transfer_counter(self.events)

    def rows(self, q, layer_id):
        self.events.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class OutsideReader:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.finished = None

    def rows(self, q, layer_id):
        if self.finished is not None:
            self.finished.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


class ListedReader:
    def __init__(self, pool: MHATokenToKVPool, arrived=None):
        self.pool = pool
        self.arrived = arrived

    def rows(self, q, layer_id):
        if self.arrived is not None:
            self.arrived.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


def build(size, layer_num, device, kinds):
    pool = MHATokenToKVPool(size, layer_num, device)
    controller = HiCacheController(pool, [])
    outside = OutsideReader(pool)
    outside.finished = controller.layer_done_counter
    listed = [kind(pool, controller.layer_done_counter) for kind in (*kinds, ListedReader)]
    return OptionalReader(pool), OptionalReader(pool, controller.layer_done_counter), outside, listed
