# expect: GC001 GatherPool.gather
"""A kernel launched for its effect reads the buffer, and what it wrote is returned."""

import torch
from kit import MHATokenToKVPool


class GatherPool(MHATokenToKVPool):
    def gather(self, layer_id, loc):
        out = torch.empty(loc.shape[0], 8, device=self.device)
        torch.ops.kit.gather_rows(out, self.k_buffer[layer_id - self.start_layer], loc)
        return out
