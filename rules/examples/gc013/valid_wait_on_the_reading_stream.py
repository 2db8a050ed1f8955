# expect: none
"""The wait is made inside the block, on the stream that reads."""

import torch
from kit import MHATokenToKVPool


class PrefetchPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.gather_stream = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        local = layer_id - self.start_layer
        self.gather_stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.gather_stream):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(local)
            rows = torch.index_select(self.k_buffer[local], 0, loc)
        torch.cuda.current_stream().wait_stream(self.gather_stream)
        return rows
