# expect: GC002 CrossedPool.get_rows
"""The owner calls a helper that waits, but it is the helper of the pool that it muted."""

from kit import KVCache, MHATokenToKVPool


class HelpfulPool(MHATokenToKVPool):
    def wait_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


class CrossedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = HelpfulPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.body.register_layer_transfer_counter(None)

    def get_rows(self, layer_id, loc):
        self.body.wait_layer(layer_id)
        return self.body.k_buffer[layer_id - self.start_layer][loc]

    def get_rows_ordered(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.body.k_buffer[layer_id - self.start_layer][loc]
