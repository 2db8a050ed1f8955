# expect: GC007 RawLatest.latest
"""An override of a property that waits."""

from kit import MHATokenToKVPool


class LatestPool(MHATokenToKVPool):
    @property
    def latest(self):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return self.k_buffer[-1]


class RawLatest(LatestPool):
    @property
    def latest(self):
        return self.k_buffer[-1]
