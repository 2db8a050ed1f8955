# expect: GC001 WindowPool.sink_keys
"""A property hands out the first layer of the table, which is a read like any other."""

from kit import MHATokenToKVPool


class WindowPool(MHATokenToKVPool):
    @property
    def sink_keys(self):
        return self.k_buffer[0]

    @property
    def all_keys(self):
        return self.k_buffer
