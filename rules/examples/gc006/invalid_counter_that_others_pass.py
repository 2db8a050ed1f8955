# expect: GC003 AheadPool.prefetch_for_nobody
# expect: GC006 prefetch_next
# expect: GC006 scale_next
# expect: GC006 Runner.prefetch_nothing
"""An accessor waits on the counter that it is given: some callers give it one, others leave it out or give it None."""

from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def prefetch(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()

    def lend(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def prefetch_for_nobody(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()


def prefetch_here(pool: AheadPool, layer):
    return pool.prefetch(layer.layer_id, pool.layer_transfer_counter)


def prefetch_next(pool: AheadPool, layer):
    return pool.prefetch(layer.layer_id)


def scale_here(pool: AheadPool, layer):
    return pool.lend(layer.layer_id, counter=pool.layer_transfer_counter) * 2


def scale_next(pool: AheadPool, layer):
    return pool.lend(layer.layer_id) * 2


class Runner:
    def __init__(self, pool: AheadPool):
        self.pool = pool

    def prefetch_nothing(self, layer):
        return self.pool.prefetch(layer.layer_id, counter=None)

    def prefetch_never(self, layer):
        return self.pool.prefetch_for_nobody(layer.layer_id, None)
