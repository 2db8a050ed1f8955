# expect: none
"""A kept number of a layer and a kept table are no reads: the accessors wait each time, before they take a layer."""

import functools

from kit import MHATokenToKVPool


class IndexedPool(MHATokenToKVPool):
    @functools.lru_cache(maxsize=None)
    def local(self, layer_id):
        return layer_id - self.start_layer

    @functools.cached_property
    def tables(self):
        return self.k_buffer, self.v_buffer

    def keys(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[self.local(layer_id)]

    def rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        keys, values = self.tables
        return keys[layer_id - self.start_layer][loc], values[layer_id - self.start_layer][loc]
