# expect: GC010 EnumRunner.replay
# The mode is compared with a member instead of asked.
import enum

import torch
from kit import MHATokenToKVPool


class ForwardMode(enum.IntEnum):
    EXTEND = 1
    DECODE = 2


class EnumRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_value_buffer(0).sum()

    def replay(self, batch):
        if batch.forward_mode == ForwardMode.EXTEND:
            self.graph.replay()
        return self.out
