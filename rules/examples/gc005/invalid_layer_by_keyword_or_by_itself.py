# expect: GC005 MappedPool.get_rows
# expect: GC005 MappedPool.get_rows_of_next
"""The inner pool takes the layer that it is given, or else the layer's own number: the wait is for neither."""

from kit import KVCache, MHATokenToKVPool


class InnerPool(MHATokenToKVPool):
    def rows_for(self, layer, loc, *, override=None):
        layer_id = layer.layer_id if override is None else override
        return self.k_buffer[layer_id - self.start_layer][loc]


class MappedPool(KVCache):
    def __init__(self, size, ids, device):
        super().__init__(size, len(ids), device)
        self.inner = InnerPool(size, len(ids), device)
        self.place = {layer_id: i for i, layer_id in enumerate(ids)}

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_key_buffer(self, layer_id):
        self._wait(layer_id)
        return self.inner._get_key_buffer(self.place[layer_id])

    def get_rows(self, layer, loc):
        self._wait(layer.layer_id - 1)
        return self.inner.rows_for(layer, loc, override=self.place[layer.layer_id])

    def get_rows_of_next(self, layer, loc):
        self._wait(layer.layer_id + 1)
        return self.inner.rows_for(layer, loc, override=self.place[layer.layer_id])
