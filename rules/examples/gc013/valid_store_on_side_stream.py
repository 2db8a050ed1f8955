# expect: none
"""The side stream only writes; what is read is read behind the wait."""

import torch
from kit import MHATokenToKVPool


class WriterPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.writer = torch.cuda.Stream()

    def write_and_read(self, layer_id, loc, rows):
        keys = self.get_key_buffer(layer_id)
        old = keys[loc]
        with torch.cuda.stream(self.writer):
            keys[loc] = rows
        return old
