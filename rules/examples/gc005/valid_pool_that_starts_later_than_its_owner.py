# expect: none
"""The inner pool starts some layers after its owner, and the events are counted as its owner counts."""

from kit import KVCache, MHATokenToKVPool


class LatePool(KVCache):
    def __init__(self, size, layer_num, device, start_layer, offset):
        super().__init__(size, layer_num, device, start_layer)
        self.offset = offset
        self.inner = MHATokenToKVPool(size, layer_num - offset, device, start_layer + offset)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.inner.start_layer + self.offset)
        return self.inner.get_value_buffer(layer_id)


class LateHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = layer_id - device_pool.offset
        if local >= 0:
            device_pool.inner.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
            device_pool.inner.v_buffer[local][device_indices] = self.v_host[local][host_indices].cuda()
