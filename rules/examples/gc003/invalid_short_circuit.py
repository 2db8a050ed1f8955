# expect: GC003 LogicPool.get_rows
"""The helper that waits is called by the right side of an ``and``."""

from kit import MHATokenToKVPool


class LogicPool(MHATokenToKVPool):
    def _ordered(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return True

    def get_rows(self, layer_id, loc, prefetched):
        ready = not prefetched and self._ordered(layer_id)
        rows = self.k_buffer[layer_id - self.start_layer][loc]
        return rows, ready
