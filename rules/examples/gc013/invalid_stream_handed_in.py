# expect: GC013 StreamPool.gather
"""The stream comes as an argument; the wait binds the caller's stream, the gather runs on the one handed in."""

import torch
from kit import MHATokenToKVPool


class StreamPool(MHATokenToKVPool):
    def gather(self, layer_id, loc, stream):
        self.get_key_buffer(layer_id)
        with torch.cuda.stream(stream):
            rows = self.k_buffer[layer_id - self.start_layer][loc]
        return rows
