# expect: GC006 Scorer.build
# The read stands in a nested function; the outermost definition is the one that is named.
from kit import MHATokenToKVPool


class Scorer:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def build(self, layer_ids):
        def score(layer_id, q):
            return q @ self.pool.k_buffer[layer_id - self.pool.start_layer].T

        return [lambda q, i=i: score(i, q) for i in layer_ids]

    def build_gated(self, layer_ids):
        def score(layer_id, q):
            return q @ self.pool.get_key_buffer(layer_id).T

        return [lambda q, i=i: score(i, q) for i in layer_ids]
