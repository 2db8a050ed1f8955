# expect: none
"""The registration goes through ``super()`` and two mixins before the owned pool has its counter."""

from kit import KVCache, MHATokenToKVPool


class KeepsCounter(KVCache):
    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)


class ForwardsCounter(KVCache):
    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self._forward(self.layer_transfer_counter)

    def _forward(self, counter):
        self.body.register_layer_transfer_counter(counter)


class LayeredPool(ForwardsCounter, KeepsCounter):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = MHATokenToKVPool(size, layer_num, device, start_layer)

    def get_key_buffer(self, layer_id):
        return self.body.get_key_buffer(layer_id)
