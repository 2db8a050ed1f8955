# expect: GC013 InnerPool.gather
"""The wait is made inside the block of the side stream, the read after it on the stream from before."""

import torch
from kit import MHATokenToKVPool


class InnerPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        with torch.cuda.stream(self.side):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
