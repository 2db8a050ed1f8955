# expect: GC003 LatestPool.get_rows
"""Waits only if the layer is another one than last time; the next forward may begin with the same layer."""

from kit import MHATokenToKVPool


class LatestPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._latest = None

    def get_rows(self, layer_id, loc):
        if self._latest != layer_id:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            self._latest = layer_id
        return self.k_buffer[layer_id - self.start_layer][loc]
