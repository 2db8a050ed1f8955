# expect: none
"""The place in the inner pool may be handed in beside the layer; the wait uses the layer's own id."""

from kit import KVCache, MHATokenToKVPool


class InnerPool(MHATokenToKVPool):
    def workspace(self, layer, loc, layer_id_override=None):
        layer_id = layer.layer_id if layer_id_override is None else layer_id_override
        return self.k_buffer[layer_id - self.start_layer][loc]


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = InnerPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    def workspace(self, layer, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer.layer_id - self.start_layer)
        local = self.mapping[layer.layer_id]
        return self.full_pool.workspace(layer, loc, layer_id_override=local)


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
