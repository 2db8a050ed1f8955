# expect: GC003 KeepingPool.last
# expect: GC003 KeepingPool.keys
"""The wait is made by the first call for each layer, and by no later one: the result is kept."""

import functools
from functools import cached_property

from kit import MHATokenToKVPool


class KeepingPool(MHATokenToKVPool):
    @functools.lru_cache(maxsize=None)
    def keys(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    @cached_property
    def last(self):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.k_buffer[self.layer_num - 1]
