# expect: none
"""Waits on the side stream, then puts the current stream behind it and reads there."""

import torch
from kit import MHATokenToKVPool


class ForkJoinPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        with torch.cuda.stream(self.side):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.cuda.current_stream().wait_stream(self.side)
        return self.k_buffer[layer_id - self.start_layer][loc]
