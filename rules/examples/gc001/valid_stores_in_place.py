# expect: none
"""Methods that only put other data there, sums outside the buffers, and an update behind a wait."""

import torch
from kit import MHATokenToKVPool


class Stores(MHATokenToKVPool):
    def put(self, layer_id, rows, new):
        self.k_buffer[layer_id - self.start_layer].index_copy_(0, rows, new)
        self.v_buffer[layer_id - self.start_layer].masked_fill_(rows, 0)

    def clear(self):
        for rows in self.k_buffer:
            rows.zero_()

    def size_of(self, layer_id):
        size = 0
        size += self.k_buffer[layer_id - self.start_layer].nbytes
        return size

    def grow(self):
        self.k_buffer += [torch.zeros(1)]

    def decay(self, layer_id, rows, factor):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        self.k_buffer[layer_id - self.start_layer][rows] *= factor
        self.v_buffer[layer_id - self.start_layer].mul_(factor)
