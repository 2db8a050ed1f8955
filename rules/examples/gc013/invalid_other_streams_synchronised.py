# expect: GC013 SyncPool.gather
"""The host waits for a third stream, which has nothing to do with either."""

import torch
from kit import MHATokenToKVPool


class SyncPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()
        self.copies = torch.cuda.Stream()

    def gather(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        self.copies.synchronize()
        with torch.cuda.stream(self.side):
            return self.v_buffer[layer_id - self.start_layer][loc]
