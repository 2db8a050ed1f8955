# expect: GC006 Backend.peek
# A helper of the backend gives the inner pool; of two callers of the function that reads through it one has waited.
from kit import KVCache, MHATokenToKVPool


class Owner(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.inner = MHATokenToKVPool(size, layer_num, device)

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter
        self.inner.register_layer_transfer_counter(None)

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_key_buffer(layer_id)


class Backend:
    def __init__(self, pool: Owner):
        self.pool = pool

    def _inner(self):
        return self.pool.inner

    def _scores(self, layer_id, q):
        return q @ self._inner().get_key_buffer(layer_id).T

    def attend(self, layer_id, q):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return self._scores(layer_id, q)

    def peek(self, layer_id, q):
        return self._scores(layer_id, q)
