# expect: GC001 CountedPool.get_key_rows
"""A decorator stands above the accessor, but it only counts calls."""

from functools import wraps

from kit import MHATokenToKVPool


def counted(accessor):
    calls = []

    @wraps(accessor)
    def wrapper(self, layer_id, *args):
        calls.append(layer_id)
        return accessor(self, layer_id, *args)

    return wrapper


class CountedPool(MHATokenToKVPool):
    @counted
    def get_key_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]
