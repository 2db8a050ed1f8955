# expect: GC006 Backend.extend
"""A backend takes both layers itself and tells the kernel what to write into; the one beside it waits first."""

import torch
from kit import MHATokenToKVPool


class Backend:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def extend(self, query, layer, out):
        local = layer.layer_id - self.pool.start_layer
        torch.ops.paged.attend(query, self.pool.k_buffer[local], self.pool.v_buffer[local], out=out)
        return out

    def extend_in_order(self, query, layer, out):
        local = layer.layer_id - self.pool.start_layer
        self.pool.layer_transfer_counter.wait_until(local)
        torch.ops.paged.attend(query, self.pool.k_buffer[local], self.pool.v_buffer[local], out=out)
        return out
