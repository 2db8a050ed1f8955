# expect: none
# Verification replays its graph for batches that have decoded before; nothing loads for them.
import torch
from kit import MHATokenToKVPool


class TreeRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        mode = batch.forward_mode
        if mode.is_decode() or mode.is_target_verify():
            self.graph.replay()
            return self.out
        return None
