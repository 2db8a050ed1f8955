# expect: GC006 Backend.attend
# The inner class is a pool of its own in other models. Inside the owner its counter is none, and the backend goes to it.
from kit import KVCache, MHATokenToKVPool


class Owner(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.k_buffer[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


def build(size, layers, device, hybrid):
    return Owner(size, layers, device) if hybrid else MHATokenToKVPool(size, layers, device)


class Backend:
    def __init__(self, pool: Owner):
        self.pool = pool

    def attend(self, layer_id, q):
        return q @ self.pool.inner.get_key_buffer(layer_id).T

    def attend_plain(self, pool: MHATokenToKVPool, layer_id, q):
        return q @ pool.get_key_buffer(layer_id).T
