# expect: GC001 Lending.lent
# expect: GC001 Lending.copied
"""Who enters a context manager gets its address, and its reads, from there: only the context manager is told of."""

import contextlib

from kit import MHATokenToKVPool


class Lending(MHATokenToKVPool):
    @contextlib.contextmanager
    def lent(self, layer_id):
        yield self.k_buffer[layer_id - self.start_layer]

    @contextlib.contextmanager
    def copied(self, layer_id, loc):
        yield self.v_buffer[layer_id - self.start_layer][loc]

    def rows(self, layer_id, loc):
        with self.lent(layer_id) as keys:
            return keys[loc]

    def doubled(self, layer_id, loc):
        with self.copied(layer_id, loc) as values:
            return values * 2
