# expect: none
"""The owners leave their pools to those who register: each does so with the same counter, behind the owner's own."""

from kit import HiCacheController, KVCache, LayerDoneCounter, MHATokenToKVPool


class OpenPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = MHATokenToKVPool(size, layer_num, device, start_layer)

    def get_key_buffer(self, layer_id):
        return self.body.get_key_buffer(layer_id)


class OpenedPool(OpenPool):
    def open_to(self, counter):
        self.body.register_layer_transfer_counter(counter)


class ListedPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.front = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.back = MHATokenToKVPool(size, layer_num, device, start_layer)

    def members(self):
        return [self.front, self.back]

    def get_key_buffer(self, layer_id, is_back):
        return self.back.get_key_buffer(layer_id) if is_back else self.front.get_key_buffer(layer_id)


class MutingPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.core = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.core.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        return self.core.get_key_buffer(layer_id)


class TypedController(HiCacheController):
    def __init__(self, kvcache: OpenPool, host_pools):
        super().__init__(kvcache, host_pools)
        kvcache.body.register_layer_transfer_counter(self.layer_done_counter)


class LateController(HiCacheController):
    def __init__(self, kvcache, host_pools):
        super().__init__(kvcache, host_pools)
        self.pools = [kvcache.core]

    def attach(self):
        for pool in self.pools:
            pool.register_layer_transfer_counter(self.layer_done_counter)


def open_pool(controller, kvcache):
    if isinstance(kvcache, OpenedPool):
        kvcache.open_to(controller.layer_done_counter)


def assemble(size, layer_num, device):
    pool = ListedPool(size, layer_num, device)
    counter = LayerDoneCounter(layer_num)
    pool.register_layer_transfer_counter(counter)
    for member in pool.members():
        member.register_layer_transfer_counter(counter)
    return pool
