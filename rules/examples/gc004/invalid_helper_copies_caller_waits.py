# expect: GC004 HelperPool.get_rows
"""A private helper makes the copy, and its caller waits for it afterwards."""

from kit import MHATokenToKVPool


class HelperPool(MHATokenToKVPool):
    def _copy(self, layer_id, loc):
        return self.v_buffer[layer_id - self.start_layer].index_select(0, loc)

    def get_rows(self, layer_id, loc):
        rows = self._copy(layer_id, loc)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return rows
