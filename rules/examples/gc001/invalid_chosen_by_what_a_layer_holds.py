# expect: GC001 ChoosingPool.best
# expect: GC001 ChoosingPool.best_of_others
# expect: GC001 ChoosingPool.copy_out
# expect: GC001 ChoosingPool.copy_rows
"""A layer's data is used as an index, or copied as a whole into a tensor of the caller's."""

import torch
from kit import MHATokenToKVPool


class ChoosingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.scratch = torch.zeros(size, 8)

    def best(self, layer_id, loc):
        chosen = self.k_buffer[layer_id - self.start_layer][loc].argmax(-1)
        return self.scratch[chosen]

    def best_of_others(self, layer_id, loc, others):
        chosen = self.k_buffer[layer_id - self.start_layer][loc].argmax(-1)
        return others[chosen, :]

    def copy_out(self, layer_id, out):
        out[:] = self.k_buffer[layer_id - self.start_layer]

    def copy_rows(self, layer_id, first, out):
        out[first:, 0] = self.k_buffer[layer_id - self.start_layer]

    def list_layers(self, layers, tables):
        layers[:] = self.k_buffer
        tables["v"] = self.v_buffer
