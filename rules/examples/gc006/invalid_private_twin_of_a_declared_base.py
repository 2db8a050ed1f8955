# expect: GC006 Backend.extend
# expect: GC006 extend
"""The pool is declared by its base, which has no such private method: it is one of those that have."""

from kit import KVCache


class Backend:
    def __init__(self, pool: KVCache):
        self.pool = pool

    def extend(self, layer, q, loc):
        return q @ self.pool._get_key_buffer(layer.layer_id)[loc].T


def extend(pool: "KVCache", layer, q, loc):
    return q @ pool._get_key_buffer(layer.layer_id)[loc].T
