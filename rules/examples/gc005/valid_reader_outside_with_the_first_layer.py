# expect: none
# A reader outside the pool waits for the event of the layer that it reads.
from kit import MHATokenToKVPool


class Scorer:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def score(self, q, layer):
        done = self.pool.layer_transfer_counter
        if done is not None:
            done.wait_until(layer.layer_id - self.pool.start_layer)
        return q @ self.pool.k_buffer[layer.layer_id - self.pool.start_layer].T


def by_number(pool: MHATokenToKVPool, layer_id, q):
    event = layer_id - pool.start_layer
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(event)
    return q @ pool.v_buffer[layer_id - pool.start_layer].T
