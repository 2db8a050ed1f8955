# expect: GC004 ScratchPool.stage
"""The rows are staged in scratch memory, and the scratch memory is what gets used."""

import torch
from kit import MHATokenToKVPool


class ScratchPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scratch = torch.zeros(size, 8, device=device)

    def stage(self, layer_id):
        self.scratch.copy_(self.k_buffer[layer_id - self.start_layer], non_blocking=True)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.scratch
