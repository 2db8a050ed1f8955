# expect: none
"""The counter arrives as a parameter, and the callers hand in the pool's own."""

from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def prefetch(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()


def attention(pool: AheadPool, layer):
    ahead = pool.prefetch(layer.layer_id + 1, counter=pool.layer_transfer_counter)
    return pool.get_key_buffer(layer.layer_id), ahead
