# expect: GC001 TargetPool.mix
# The mark speaks for the fetch on its own line: the same variable is given another layer below.
import torch
from kit import MHATokenToKVPool


class TargetPool(MHATokenToKVPool):
    def mix(self, layer_id, loc, rows):
        part = self.k_buffer[layer_id - self.start_layer]  # gatecheck: store the kernel writes the keys here
        torch.ops.rope.apply(rows, part, loc)
        part = self.v_buffer[layer_id - self.start_layer]
        return torch.ops.rope.mix(rows, part)
