# expect: GC001 ScanPool.iter_rows
"""A generator copies rows out of one layer after the other, and no event is ever asked for."""

from kit import MHATokenToKVPool


class ScanPool(MHATokenToKVPool):
    def iter_rows(self, loc):
        for keys, values in zip(self.k_buffer, self.v_buffer):
            yield keys[loc], values[loc]
