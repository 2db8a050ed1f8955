# expect: GC001 GatherPool.gather
# expect: GC001 GatherPool.gather_and_give_back
# expect: GC001 GatherPool.copy
# expect: GC001 GatherPool.into_own_memory
"""A call names what its callee is to write into: the layer beside that is read."""

import torch
from kernels import copy_rows
from kit import MHATokenToKVPool


class GatherPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.space = torch.empty(1024, 8, device=device)

    def gather(self, layer_id, loc, out):
        torch.ops.kit.gather_rows(self.k_buffer[layer_id - self.start_layer], loc, out=out)

    def gather_and_give_back(self, layer_id, loc, out=None):
        torch.ops.kit.gather_rows(self.k_buffer[layer_id - self.start_layer], loc, out=out.view(-1, 8))
        return out

    def copy(self, layer_id, loc, rows):
        copy_rows(src=self.v_buffer[layer_id - self.start_layer], index=loc, dst=rows)

    def into_own_memory(self, layer_id, loc):
        copy_rows(self.v_buffer[layer_id - self.start_layer], loc, out=self.space[: len(loc)])
        return self.space
