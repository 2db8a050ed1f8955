# expect: GC013 SwitchPool.gather
"""No block at all: the current stream is changed by a call."""

import torch
from kit import MHATokenToKVPool


class SwitchPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        before = torch.cuda.current_stream()
        torch.cuda.set_stream(self.side)
        rows = self.k_buffer[layer_id - self.start_layer][loc]
        torch.cuda.set_stream(before)
        return rows
