# expect: none
# A draft's graphs run behind its target's forward.
import torch
from kit import MHATokenToKVPool


class DraftExtendRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out
