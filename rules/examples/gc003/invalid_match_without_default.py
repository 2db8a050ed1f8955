# expect: GC003 ModePool.get_rows
"""Each mode that was known when the ``match`` was written waits; another one falls through."""

from kit import MHATokenToKVPool


class ModePool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc, mode):
        match mode:
            case "extend":
                self._wait(layer_id)
            case "mixed":
                self._wait(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]
