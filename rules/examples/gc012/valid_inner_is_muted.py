# expect: none
# The inner pool's gate is dead: only the owner waits.
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


def alone(size, layers, device):
    return MHATokenToKVPool(size, layers, device)
