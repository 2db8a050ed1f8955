# expect: GC012 Wrapper.get_key_buffer
# The owner waits, and the inner pool got the same counter instead of none.
from kit import KVCache, MHATokenToKVPool


class Wrapper(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(layer_transfer_counter)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        if self.inner.layer_transfer_counter is not None:
            self.inner.layer_transfer_counter.wait_until(layer_id)
        return self.inner._get_key_buffer(layer_id)


class WrapperHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.inner.k_buffer[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


def alone(size, layers, device):
    return MHATokenToKVPool(size, layers, device)
