# expect: GC002 Shell.__getattr__
"""What the shell does not define it takes from the pool that it muted."""

from kit import KVCache, MHATokenToKVPool


class Shell(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.core = MHATokenToKVPool(size, layer_num, device, start_layer)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.core.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.core.get_key_buffer(layer_id)

    def __getattr__(self, name):
        return getattr(self.core, name)


class ShellHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.core.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
        device_pool.core.v_buffer[layer_id][device_indices] = self.v_host[layer_id][host_indices].cuda()
