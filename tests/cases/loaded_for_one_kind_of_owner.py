# expect: GC002 StackedPool.get_rows
# The host pool is made for what one kind of owner holds, and for other pools as they are; an attribute that is asked of
# the first only says nothing of the second kind of owner, which holds its pool under the same name.
from kit import KVCache, MHATokenToKVPool, MHATokenToKVPoolHost


class StackedPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.inner.register_layer_transfer_counter(None)

    def get_rows(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


class WindowPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def get_rows(self, layer_id):
        return self.inner.get_key_buffer(layer_id)


def attach(cache, params, size):
    kvcache, _ = params.allocator.get_kvcache()
    if isinstance(kvcache, StackedPool):
        pool = kvcache.inner
    else:
        pool = kvcache
    stacked = isinstance(kvcache, StackedPool)
    if stacked:
        cache.host = MHATokenToKVPoolHost(pool, size)
    else:
        cache.host = MHATokenToKVPoolHost(pool, 2 * size)
