# expect: GC007 Q.__getitem__
"""The override of a waiting ``__getitem__``."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def __getitem__(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]


class Q(P):
    def __getitem__(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]
