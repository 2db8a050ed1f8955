# expect: none
# Nothing shows what batches are replayed here: a finding of low confidence, which does not count.
import torch
from kit import MHATokenToKVPool


class SilentRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        self.graph.replay()
        return self.out
