# expect: GC005 SplitPool.gather_all
"""The inner pool's last layer names an event of the outer numbering that comes too early."""

from kit import KVCache, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = MHATokenToKVPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def gather_all(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.full_pool.layer_num - 1)
        return [keys[loc] for keys in self.full_pool.k_buffer]

    def gather_all_ordered(self, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        return [keys[loc] for keys in self.full_pool.k_buffer]


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
