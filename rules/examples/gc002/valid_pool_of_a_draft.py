# expect: none
"""The pool of a draft mutes what it holds and relies on it: its reads stand behind those of the target, which waits."""

from kit import KVCache, MHATokenToKVPool


class DraftTieredPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.hot = MHATokenToKVPool(size, layer_num, device, start_layer)
        self.cold = MHATokenToKVPool(size * 4, layer_num, device, start_layer)
        self.tiers = [self.hot, self.cold]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        for tier in self.tiers:
            tier.register_layer_transfer_counter(None)

    def get_hot(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.hot.get_kv_buffer(layer_id)

    def get_cold(self, layer_id):
        return self.cold.get_kv_buffer(layer_id)


class TieredHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        for tier in device_pool.tiers:
            tier.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
            tier.v_buffer[layer_id][device_indices] = self.v_host[layer_id][host_indices].cuda()
