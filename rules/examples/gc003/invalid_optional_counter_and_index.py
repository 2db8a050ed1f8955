# expect: GC003 BroadcastPool.prefetch
"""Counter and index are optional keywords; the only caller passes neither."""

import torch
from kit import MHATokenToKVPool


class BroadcastPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, comm):
        super().__init__(size, layer_num, device)
        self.comm = comm
        self.scratch = torch.zeros(size, 8, device=device)

    def prefetch(self, layer_id, *, counter=None, index=None):
        if counter is not None and index is not None:
            counter.wait_until(index)
        self.scratch.copy_(self.k_buffer[layer_id - self.start_layer])
        return self.comm.broadcast(self.scratch)


class Layer:
    def __init__(self, pool: BroadcastPool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def forward(self, x):
        self.pool.prefetch(self.layer_id + 1)
        return x @ self.pool.get_key_buffer(self.layer_id).T
