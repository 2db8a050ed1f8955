# expect: GC001 Handing.get_key_buffer_late
# expect: GC001 HandingOwner.get_first
# expect: GC001 HandingOwner.get_of_the_hook
# expect: GC001 HandingOwner.get_by_the_hook
# What a class does not define its `__getattr__` finds, in whatever object that one hands the name on to.
from kit import KVCache, MHATokenToKVPool


class Handing(MHATokenToKVPool):
    def get_key_buffer_late(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Wrapped:
    def __init__(self, pool):
        self.pool = pool

    def __getattr__(self, name):
        return getattr(self.pool, name)


class HandingOwner(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.inner = Handing(size, layer_num, device)
        self.wrapped = Wrapped(self.inner)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_first(self, layer_id):
        return self.wrapped.k_buffer[layer_id - self.start_layer].clone()

    def get_of_the_hook(self, layer_id):
        return self.wrapped.get_key_buffer_late(layer_id)

    def get_by_the_hook(self, layer_id):
        take = self.wrapped.get_key_buffer_late
        return take(layer_id).clone()

    def get_by_the_hook_after_wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.wrapped.get_key_buffer_late(layer_id)

    def get_size(self):
        return self.wrapped.size, self.wrapped.__dict__


class HandingOwnerHost:
    def __init__(self, device_pool, size):
        self.device_pool = device_pool
        self.host = [[0] * size for _ in range(device_pool.layer_num)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.k_buffer[layer_id][device_indices] = self.host[layer_id][host_indices]


def build(size, layer_num):
    return HandingOwner(size, layer_num, "cuda"), Handing(size, layer_num, "cuda")
