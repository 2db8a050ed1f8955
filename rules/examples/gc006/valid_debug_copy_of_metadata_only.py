# expect: none
# New memory of the same shape, comparisons of identity, a slice's address: nothing of the data is used.
import torch
from kit import MHATokenToKVPool


class Mirror:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.shadow = [torch.empty_like(buf) for buf in pool.k_buffer]

    def scratch(self, layer_id):
        return self.pool.k_buffer[layer_id].new_zeros(4, 8), torch.zeros_like(self.pool.v_buffer[layer_id][:1])

    def address(self, layer_id, slot):
        return self.pool.k_buffer[layer_id][slot:].data_ptr(), self.pool.k_buffer[layer_id][slot].storage_offset()
