# expect: GC003 OuterPool.get_values
"""The owner's gate is live, but only one way passes it; that the owned pool's own gate is dead is meant to be."""

from kit import KVCache, MHATokenToKVPool


class OuterPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.full = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_values(self, layer_id, lazy=False):
        if not lazy:
            self._wait(layer_id)
        return self.full.get_value_buffer(layer_id - self.start_layer)
