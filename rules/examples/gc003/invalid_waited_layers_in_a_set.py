# expect: GC003 RememberingPool.get_rows
"""The layers that were waited for are kept in a set that lives as long as the pool."""

from kit import MHATokenToKVPool


class RememberingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._ready = set()

    def get_rows(self, layer_id, loc):
        if layer_id not in self._ready:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            self._ready.add(layer_id)
        return self.k_buffer[layer_id - self.start_layer][loc]
