# expect: none
"""Sizes, pointers, strides and types of the buffers; nothing is read out of them."""

import torch
from kit import MHATokenToKVPool


class DescribedPool(MHATokenToKVPool):
    def layer_infos(self):
        pointers = torch.tensor([b.data_ptr() for b in self.k_buffer], dtype=torch.uint64, device=self.device)
        strides = [(b.stride(0), b.element_size()) for b in self.k_buffer]
        return pointers, strides

    def check_row(self, layer_id, value):
        keys = self.k_buffer[layer_id - self.start_layer]
        assert keys.dtype == value.dtype and keys.shape[1:] == value.shape[1:]
        return keys[0].nbytes

    def is_on(self, device):
        return all(b.device == device for b in self.k_buffer)

    def empty_row(self, layer_id):
        return torch.empty_like(self.k_buffer[layer_id - self.start_layer][0])
