# expect: GC013 ReversedPool.gather
"""The current stream is put behind the side stream, where the side stream had to be put behind the current one."""

import torch
from kit import MHATokenToKVPool


class ReversedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.cuda.current_stream().wait_stream(self.side)
        with torch.cuda.stream(self.side):
            return self.k_buffer[layer_id - self.start_layer].index_select(0, loc)
