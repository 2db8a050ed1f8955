# expect: none
"""The layers of both kinds stand in one list, the first of the second kind behind the last of the first."""

import torch
from kit import HiCacheController, MHATokenToKVPool


class Backing:
    def __init__(self, shapes, device):
        self.tensors = [torch.empty(shape, device=device) for shape in shapes]


class BackedPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.backing = Backing([(size, 8)] * (2 * layer_num), device)
        self.k_buffer = self.backing.tensors[: self.layer_num]
        self.v_buffer = self.backing.tensors[self.layer_num :]
        self.scratch = [torch.empty(size, 8, device=device) for _ in range(2)]

    def begin(self, rows):
        self._prefetch(self.start_layer, rows)

    def _prefetch(self, layer_id, rows):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        for source, target in ((self.k_buffer, self.scratch[0]), (self.v_buffer, self.scratch[1])):
            torch.index_select(source[layer_id - self.start_layer], 0, rows, out=target)


def attach(size, layer_num, device):
    return HiCacheController(BackedPool(size, layer_num, device), [])
