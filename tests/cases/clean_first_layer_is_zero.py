# expect: none
# This pool's first layer is 0, and its waits take it off: ids and events are the same here, whatever other pools do.
from kit import KVCache, MHATokenToKVPool


class ZeroPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids, offset):
        super().__init__(size, layer_num, device)
        self.start_layer = 0
        self.offset = offset
        self.full_pool = MHATokenToKVPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def _wait_for_layer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        self._wait_for_layer(layer_id)
        return self.full_pool.get_key_buffer(self.mapping[layer_id])


class StagedPool(ZeroPool):
    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.offset)
        return self.full_pool.get_value_buffer(self.mapping[layer_id])

    def get_key_buffer(self, layer_id):
        raise NotImplementedError


class ZeroHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id + device_pool.start_layer)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
            device_pool.full_pool.v_buffer[local][device_indices] = self.v_host[local][host_indices].cuda()
