# expect: GC002 MutingPool.get_key_buffer
# expect: GC002 OpenPool.get_key_buffer
"""What the owned pools are given is None, taken from them again, or meant for a pool of another class."""

from kit import HiCacheController, KVCache, LayerDoneCounter, MHATokenToKVPool


class MutingPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.core = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.core.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        return self.core.get_key_buffer(layer_id)


class OpenPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.body = MHATokenToKVPool(size, layer_num, device, start_layer)

    def get_key_buffer(self, layer_id):
        return self.body.get_key_buffer(layer_id)


class ServedPool(OpenPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return super().get_key_buffer(layer_id)


class ClosedController(HiCacheController):
    def __init__(self, kvcache: OpenPool, host_pools):
        super().__init__(kvcache, host_pools)
        kvcache.body.register_layer_transfer_counter(None)


def serve(controller, kvcache):
    if isinstance(kvcache, ServedPool):
        kvcache.body.register_layer_transfer_counter(controller.layer_done_counter)


def assemble(size, layer_num, device):
    pool = MutingPool(size, layer_num, device)
    counter = LayerDoneCounter(layer_num)
    pool.core.register_layer_transfer_counter(counter)
    pool.register_layer_transfer_counter(counter)
    return pool


def choose(controller, kvcache, inner_only):
    pool = kvcache.core if inner_only else kvcache
    pool.register_layer_transfer_counter(controller.layer_done_counter)
