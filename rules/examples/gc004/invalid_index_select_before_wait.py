# expect: GC004 SelectPool.get_rows
"""``torch.index_select`` launches its kernel at once."""

import torch
from kit import MHATokenToKVPool


class SelectPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        keys = self.k_buffer[layer_id - self.start_layer]
        rows = torch.index_select(keys, 0, loc)
        self._wait(layer_id)
        return rows

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
