# expect: GC001 P.__iter__
"""Running over the pool copies one layer after the other."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def __iter__(self):
        for buf in self.k_buffer:
            yield buf.clone()
