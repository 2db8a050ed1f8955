# expect: none
"""Only the view is made under the side stream; the data is taken on the stream that waited."""

import torch
from kit import MHATokenToKVPool


class ViewPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(self.side):
            keys = self.k_buffer[layer_id - self.start_layer].view(-1, 2, 4)
        return keys[loc]
