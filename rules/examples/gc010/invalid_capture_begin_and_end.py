# expect: GC010 ManualRunner.run
# The capture is begun and ended by hand.
import torch
from kit import MHATokenToKVPool


class ManualRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def warm(self):
        self.graph.capture_begin()
        self.out = self.pool.get_key_buffer(0).sum()
        self.graph.capture_end()

    def run(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out
