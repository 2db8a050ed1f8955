# expect: GC003 OncePool.get_rows
"""Remembers that it has waited, and nothing in sight ever makes it forget."""

from kit import MHATokenToKVPool


class OncePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._waited = False

    def get_rows(self, layer_id, loc):
        if not self._waited:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(self.layer_num - 1)
            self._waited = True
        return self.k_buffer[layer_id - self.start_layer][loc]
