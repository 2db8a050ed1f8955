# expect: GC006 UnsetReader.rows
# expect: GC006 OptionalReader.rows
# expect: GC006 OwnCounterReader.rows
# A reader waits on a counter that it keeps itself: None for ever, left out by all who build it, or one that no pool has.
from kit import HiCacheController, LayerDoneCounter, MHATokenToKVPool


class UnsetReader:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.ready = None

    def rows(self, q, layer_id):
        ready = self.ready
        if ready is not None:
            ready.wait_until(layer_id - self.pool.start_layer)
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
    def __init__(self, pool: MHATokenToKVPool, events: LayerDoneCounter):
        self.pool = pool
        self.events = events

    def rows(self, q, layer_id):
        self.events.wait_until(layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T


def build(size, layer_num, device):
    pool = MHATokenToKVPool(size, layer_num, device)
    controller = HiCacheController(pool, [])
    events = LayerDoneCounter(layer_num)
    return OptionalReader(pool), OwnCounterReader(pool, events), controller
