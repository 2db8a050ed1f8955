# expect: GC004 GatherPool.gather
"""The kernel, which is told what to write into, is launched before the wait."""

import torch
from kit import MHATokenToKVPool


class GatherPool(MHATokenToKVPool):
    def gather(self, layer_id, loc, out):
        torch.ops.kit.gather_rows(self.k_buffer[layer_id - self.start_layer], loc, out=out)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return out
