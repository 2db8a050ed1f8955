# expect: none
"""Intermediate states of a speculative pass and a request window: the host side never touches them."""

import torch
from kit import MHATokenToKVPool


class SpeculativePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, drafts):
        super().__init__(size, layer_num, device)
        self.intermediate = [torch.zeros(drafts, size, 8, device=device) for _ in range(layer_num)]
        self.window = torch.zeros(size, drafts, device=device)

    def get_intermediate(self, layer_id, step):
        return self.intermediate[layer_id - self.start_layer][step]

    def accepted(self, rows):
        return self.window[rows].sum(dim=-1)
