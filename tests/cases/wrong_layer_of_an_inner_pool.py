# expect: GC005 SplitPool.get_key_buffer
# expect: GC005 SplitPool.get_value_buffer
# An inner pool that is asked by what is left of a layer id is counted as events are; what a look-up of the id finds
# belongs to that id.
from kit import KVCache, MHATokenToKVPool


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, ids, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.whole = MHATokenToKVPool(size, layer_num, device)
        self.part = MHATokenToKVPool(size, len(ids), device)
        self.mapping = {g: i for i, g in enumerate(ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.whole.register_layer_transfer_counter(None)
        self.part.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.whole.k_buffer[layer_id - self.start_layer]

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer - 1)
        local = self.mapping.get(layer_id)
        return self.part.v_buffer[local] if local is not None else None

    def get_other_value(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        local = self.mapping.get(layer_id)
        return self.part.v_buffer[local] if local is not None else None


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.whole.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].cuda()
        local = device_pool.mapping.get(layer_id + device_pool.start_layer)
        if local is not None:
            device_pool.part.v_buffer[local][device_indices] = self.v_host[local][host_indices].cuda()
