# expect: GC001 Twin.right_rows
"""The two owned pools have counters of their own; one is waited for, and the other's table is read."""

from kit import KVCache, LayerDoneCounter, MHATokenToKVPool


class Twin(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.left = MHATokenToKVPool(size, layer_num, device)
        self.right = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.left.register_layer_transfer_counter(layer_transfer_counter)
        self.right.register_layer_transfer_counter(LayerDoneCounter(self.layer_num))

    def right_rows(self, layer_id, loc):
        counter = self.left.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.right.k_buffer[layer_id - self.start_layer][loc]

    def right_keys(self, layer_id):
        return self.right.get_key_buffer(layer_id)
