# expect: none
# Neither of the modes that are let through can load.
import torch
from kit import MHATokenToKVPool


class Runner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def _replay(self):
        self.graph.replay()
        return self.out

    def forward(self, batch):
        if batch.forward_mode.is_decode() or batch.forward_mode.is_target_verify():
            return self._replay()
        return None
