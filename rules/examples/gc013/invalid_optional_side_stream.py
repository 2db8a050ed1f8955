# expect: GC013 P.a
"""The side stream is optional; where there is one, it is not behind the wait."""

import contextlib

import torch
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, alt_stream=None):
        super().__init__(size, layer_num, device)
        self.alt_stream = alt_stream

    def a(self, layer_id, loc):
        keys = self.get_key_buffer(layer_id)
        with torch.cuda.stream(self.alt_stream) if self.alt_stream is not None else contextlib.nullcontext():
            return keys[loc]
