# expect: none
"""The host waits for the device, which orders every stream behind every load."""

import torch
from kit import MHATokenToKVPool


class OffloadPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.copies = torch.cuda.Stream()

    def offload(self, layer_id, loc):
        torch.cuda.synchronize()
        with torch.cuda.stream(self.copies):
            return self.k_buffer[layer_id - self.start_layer][loc].to("cpu", non_blocking=True)
