# expect: GC005 WholePool.gather_all
"""One layer's event, and then all layers are read."""

import torch
from kit import MHATokenToKVPool


class WholePool(MHATokenToKVPool):
    def gather_all(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return torch.stack([keys[loc] for keys in self.k_buffer])
