# expect: GC002 PairPool.get_index
# The wrapper keeps the counter to itself, so the pools it owns never get one.
from kit import KVCache, MHATokenToKVPool


class PairPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.main_pool = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.index_pool = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def _wait_for_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        self._wait_for_layer(layer_id)
        return self.main_pool.get_key_buffer(layer_id)

    def get_index(self, layer_id):
        return self.index_pool.get_key_buffer(layer_id)
