# expect: GC013 P.a
"""The stream is entered through an exit stack; behind its block the old one is current again."""

from contextlib import ExitStack

import torch
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, layer_id, loc, side):
        keys = self.get_key_buffer(layer_id)
        with ExitStack() as stack:
            stack.enter_context(torch.cuda.stream(side))
            return keys[loc]

    def b(self, layer_id, loc, side):
        keys = self.get_key_buffer(layer_id)
        with ExitStack() as stack:
            stack.enter_context(torch.cuda.stream(side))
            other = 1
        return keys[loc], other
