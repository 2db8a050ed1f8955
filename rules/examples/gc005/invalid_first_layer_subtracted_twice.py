# expect: GC005 TwicePool.get_rows
"""The caller has made the index local, and the helper makes it local once more."""

from kit import MHATokenToKVPool


class TwicePool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc):
        local = layer_id - self.start_layer
        self._wait(local)
        return self.k_buffer[local][loc]
