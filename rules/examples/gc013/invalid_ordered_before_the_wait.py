# expect: GC013 HastyPool.gather
"""The side stream was put behind the current one, but before the current one had waited."""

import torch
from kit import MHATokenToKVPool


class HastyPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        self.side.wait_stream(torch.cuda.current_stream())
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(self.side):
            return self.k_buffer[layer_id - self.start_layer].index_select(0, loc)
