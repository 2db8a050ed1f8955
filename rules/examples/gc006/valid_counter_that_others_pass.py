# expect: none
"""Who leaves the counter out has waited before, or calls what only has the same name; others pass on what they have."""

from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def prefetch(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()


class Weights:
    def __init__(self, rows):
        self.rows = rows

    def prefetch(self, layer_id, counter=None):
        return self.rows[layer_id].clone()


def prefetch_here(pool: AheadPool, layer):
    return pool.prefetch(layer.layer_id, pool.layer_transfer_counter)


def prefetch_behind_the_wait(pool: AheadPool, layer):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer.layer_id - pool.start_layer)
    return pool.prefetch(layer.layer_id)


def prefetch_behind_a_read(pool: AheadPool, layer):
    values = pool.get_value_buffer(layer.layer_id)
    return pool.prefetch(layer.layer_id), values


def prefetch_with(pool: AheadPool, layer, counter):
    return pool.prefetch(layer.layer_id, counter)


def prefetch_as_told(pool: AheadPool, *told, **settings):
    return pool.prefetch(*told, **settings)


def prefetch_weights(weights: Weights, layer):
    return weights.prefetch(layer.layer_id)
