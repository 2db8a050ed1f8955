# expect: GC013 EarlyEventPool.gather
"""The event that the side stream waits for was recorded before the load was waited for."""

import torch
from kit import MHATokenToKVPool


class EarlyEventPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()
        self.ready = torch.cuda.Event()

    def gather(self, layer_id, loc):
        self.ready.record()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(self.side):
            self.side.wait_event(self.ready)
            return self.k_buffer[layer_id - self.start_layer][loc]
