# expect: none
"""A pool that is made at its first use gets the counter: from whoever makes it, or since the registration asks for it."""

from functools import cached_property

from kit import KVCache, MHATokenToKVPool


class HandsItOn(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._index_pool = None

    @property
    def index_pool(self):
        if self._index_pool is None:
            self._index_pool = MHATokenToKVPool(self.size, self.layer_num, self.device, self.start_layer)
            self._index_pool.register_layer_transfer_counter(self.layer_transfer_counter)
        return self._index_pool

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        if self._index_pool is not None:
            self._index_pool.register_layer_transfer_counter(layer_transfer_counter)

    def get_index(self, layer_id):
        return self.index_pool.get_key_buffer(layer_id)


class AsksForIt(KVCache):
    @cached_property
    def index_pool(self):
        return MHATokenToKVPool(self.size, self.layer_num, self.device, self.start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.index_pool.register_layer_transfer_counter(layer_transfer_counter)

    def get_index(self, layer_id):
        return self.index_pool.get_key_buffer(layer_id)


class WaitsItself(KVCache):
    @cached_property
    def index_pool(self):
        return MHATokenToKVPool(self.size, self.layer_num, self.device, self.start_layer)

    def get_index(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.index_pool.get_key_buffer(layer_id)
