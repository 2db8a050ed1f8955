# expect: GC001 P.a
"""The host waits for a stream, though not for the one that loads."""

import torch
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.copy_stream = torch.cuda.Stream()

    def a(self, layer_id, loc):
        self.copy_stream.synchronize()
        return self.k_buffer[layer_id - self.start_layer][loc]
