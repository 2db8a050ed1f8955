# expect: GC003 SparsePool.get_state
"""The helper returns before the wait for layers that it does not know; the caller reads all the same."""

from kit import MHATokenToKVPool


class SparsePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, sparse_ids):
        super().__init__(size, layer_num, device)
        self.sparse_ids = frozenset(sparse_ids)

    def _wait_sparse(self, layer_id):
        if layer_id not in self.sparse_ids:
            return
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_state(self, layer_id):
        self._wait_sparse(layer_id)
        return self.k_buffer[layer_id - self.start_layer]
