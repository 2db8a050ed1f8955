# expect: none
# The function gets the view from its caller.
from kit import MHATokenToKVPool


import torch


def fill(view, rows):  # gatecheck: store the kernel writes through it
    return torch.ops.pack(rows, view)


class P(MHATokenToKVPool):
    def put(self, layer_id, rows):
        return fill(self.k_buffer[layer_id - self.start_layer], rows)
