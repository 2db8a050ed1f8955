# expect: GC007 CastingPool.get_keys
"""The overridden accessor waits on the owner's live counter; the override only reaches the owned pool's dead gate."""

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

    def get_keys(self, layer_id):
        self._wait(layer_id)
        return self.full.get_key_buffer(layer_id - self.start_layer)


class CastingPool(OuterPool):
    def get_keys(self, layer_id):
        return self.full.get_key_buffer(layer_id - self.start_layer).float()
