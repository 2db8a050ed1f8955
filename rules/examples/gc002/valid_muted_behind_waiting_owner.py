# expect: none
"""Muted on purpose: every way through the owner waits first, the helper included."""

from kit import KVCache, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = MHATokenToKVPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def _local(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.mapping[layer_id]

    def get_key_buffer(self, layer_id):
        return self.full_pool.get_key_buffer(self._local(layer_id))

    def get_kv_buffer(self, layer_id):
        local = self._local(layer_id)
        return self.full_pool.get_kv_buffer(local)


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
            device_pool.full_pool.v_buffer[local][device_indices] = self.v_host[local][host_indices].cuda()
