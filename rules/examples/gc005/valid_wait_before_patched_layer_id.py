# expect: none
"""The wait comes before the block in which the layer carries the inner pool's id."""

from contextlib import contextmanager

from kit import KVCache, MHATokenToKVPool


class InnerPool(MHATokenToKVPool):
    def rows_of(self, layer, loc):
        return self.k_buffer[layer.layer_id][loc]


class SplitPool(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full_pool = InnerPool(size, len(full_ids), device)
        self.mapping = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full_pool.register_layer_transfer_counter(None)

    @contextmanager
    def _inner_id(self, layer):
        outer = layer.layer_id
        layer.layer_id = self.mapping[outer]
        try:
            yield
        finally:
            layer.layer_id = outer

    def get_rows(self, layer, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer.layer_id - self.start_layer)
        with self._inner_id(layer):
            return self.full_pool.rows_of(layer, loc)


class SplitHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.mapping.get(layer_id)
        if local is not None:
            device_pool.full_pool.k_buffer[local][device_indices] = self.k_host[local][host_indices].cuda()
