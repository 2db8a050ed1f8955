# expect: GC002 LazyOwner.get_index
# expect: GC002 CachingOwner.get_index
"""A property makes the inner pool when somebody first asks for it, long after the counter was handed on."""

from functools import cached_property

from kit import KVCache, MHATokenToKVPool


class LazyOwner(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.other = MHATokenToKVPool(size, layer_num, device, start_layer)
        self._index_pool = None

    @property
    def index_pool(self):
        if self._index_pool is None:
            self._index_pool = MHATokenToKVPool(self.size, self.layer_num, self.device, self.start_layer)
        return self._index_pool

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.other.register_layer_transfer_counter(layer_transfer_counter)

    def get_index(self, layer_id):
        return self.index_pool.get_key_buffer(layer_id)

    def get_other(self, layer_id):
        return self.other.get_key_buffer(layer_id)


class CachingOwner(KVCache):
    @cached_property
    def index_pool(self):
        return MHATokenToKVPool(self.size, self.layer_num, self.device, self.start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter

    def get_index(self, layer_id):
        return self.index_pool.get_key_buffer(layer_id)
