# expect: none
"""The block makes the stream current that the wait was made on."""

import torch
from kit import MHATokenToKVPool


class SamePool(MHATokenToKVPool):
    def gather(self, layer_id, loc):
        stream = torch.cuda.current_stream()
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(stream):
            return self.k_buffer[layer_id - self.start_layer][loc]
