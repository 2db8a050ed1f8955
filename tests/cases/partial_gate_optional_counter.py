# expect: GC003 AheadPool.prefetch
# The counter is an optional argument, and the only caller leaves it out.
from kit import MHATokenToKVPool


class AheadPool(MHATokenToKVPool):
    def prefetch(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()


def attention(pool, layer):
    pool.prefetch(layer.layer_id + 1)
    return pool.get_key_buffer(layer.layer_id)
