# expect: GC010 GraphRunner.execute
# The base captures and replays; what is recorded stands in its heirs, of which two read the pool.
from abc import ABC, abstractmethod

import torch
from kit import MHATokenToKVPool


class GraphRunner(ABC):
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    @abstractmethod
    def body(self): ...

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.body()

    def execute(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out


class KeyRunner(GraphRunner):
    def body(self):
        return self.pool.get_key_buffer(0).sum()


class ValueRunner(GraphRunner):
    def body(self):
        return self.pool.get_value_buffer(0).sum()


class SizeRunner(GraphRunner):
    def body(self):
        return self.pool.size
