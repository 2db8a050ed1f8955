# expect: GC006 scores
"""The pool comes from a function of which only its annotation says anything."""

from context import current
from kit import MHATokenToKVPool


def get_pool() -> MHATokenToKVPool:
    return current().pool


def scores(query, layer):
    pool = get_pool()
    return query @ pool.k_buffer[layer.layer_id - pool.start_layer]


class Mirror:
    """Has an attribute of the same name: the name alone says nothing."""

    def __init__(self, rows):
        self.k_buffer = rows
