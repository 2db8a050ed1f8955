# expect: GC005 SplitPool.get_key_buffer
"""The place of an id in a list is the inner pool's index, and it is what is waited for."""

from kit import KVCache, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = MHATokenToKVPool(size, len(full_ids), device)
        self.full_ids = list(full_ids)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        place = self.full_ids.index(layer_id)
        self._wait(place)
        return self.full_pool.get_key_buffer(place)

    def get_value_buffer(self, layer_id):
        self._wait(layer_id)
        return self.full_pool.get_value_buffer(self.full_ids.index(layer_id))

    def gather_all(self, loc):
        self._wait(self.full_ids[-1])
        return [keys[loc] for keys in self.full_pool.k_buffer]


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        if layer_id in device_pool.full_ids:
            place = device_pool.full_ids.index(layer_id)
            device_pool.full_pool.k_buffer[place][device_indices] = self.k_host[place][host_indices].cuda()
            device_pool.full_pool.v_buffer[place][device_indices] = self.v_host[place][host_indices].cuda()
