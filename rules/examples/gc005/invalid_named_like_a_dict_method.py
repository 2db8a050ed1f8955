# expect: GC005 CtxMap.get
"""The load asks a dict for its key by the name of the accessor, which waits for a local index."""

from contextlib import contextmanager
from kit import KVCache, MHATokenToKVPool


class CtxMap(KVCache):
    def __init__(self, size, layer_num, device, full_ids):
        super().__init__(size, layer_num, device)
        self.full = MHATokenToKVPool(size, len(full_ids), device)
        self.full_of = {g: i for i, g in enumerate(full_ids)}

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.full.register_layer_transfer_counter(None)

    def _map(self, layer_id):
        return self.full_of[layer_id]

    @contextmanager
    def _transfer_id_context(self, layer):
        @contextmanager
        def _patch_layer_id(layer):
            original_layer_id = layer.layer_id
            layer.layer_id = self._map(layer.layer_id)
            try:
                yield
            finally:
                layer.layer_id = original_layer_id

        with _patch_layer_id(layer):
            yield

    def _gate(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get(self, layer):
        with self._transfer_id_context(layer):
            self._gate(layer.layer_id)
            return self.full.get_key_buffer(layer.layer_id)


class CtxHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = device_pool.full_of.get(layer_id)
        if local is not None:
            device_pool.full.k_buffer[local][device_indices] = self.k[local][host_indices].cuda()
