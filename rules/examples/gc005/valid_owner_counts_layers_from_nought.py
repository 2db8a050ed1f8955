# expect: none
"""The owner's first layer is 0, so that its waits take nothing off; other pools' first layers say nothing about it."""

from kit import KVCache, MHATokenToKVPool


class MappedPool(KVCache):
    def __init__(self, size, layer_num, device, full_layers):
        super().__init__(size, layer_num, device)
        self.start_layer = 0
        self.full = MHATokenToKVPool(size, len(full_layers), device)
        self.mapping = {}
        for index, layer_id in enumerate(full_layers):
            self.mapping[layer_id] = index

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)

    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_keys(self, layer_id):
        self.wait_for(layer_id)
        return self.full.get_key_buffer(self.mapping[layer_id])


class MappedBackend:
    def __init__(self, pool: MappedPool):
        self.pool = pool

    def forward_extend(self, q, layer):
        self.pool.wait_for(layer.layer_id)
        return q @ self.pool.full.k_buffer[self.pool.mapping[layer.layer_id]].T


class StagePool(MHATokenToKVPool):
    """Its first layer is another stage's last one, and its waits take that off."""
