# expect: GC005 SplitPool.get_key_buffer
"""The counter is forwarded to the inner pool, which is then asked with its own index and waits for that."""

from kit import KVCache, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = MHATokenToKVPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(layer_transfer_counter)

    def get_key_buffer(self, layer_id):
        return self.full_pool.get_key_buffer(self.mapping[layer_id])

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.full_pool.v_buffer[self.mapping[layer_id]]


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
            device_pool.full_pool.v_buffer[local][device_indices] = self.v_host[local][host_indices].cuda()
