# expect: none
# Decode graphs, shown in three ways: an assertion, an early return for everything else, a branch.
import torch
from kit import MHATokenToKVPool


class Base:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()


class Asserting(Base):
    def replay(self, batch):
        assert batch.forward_mode.is_decode_or_idle()
        self.graph.replay()
        return self.out


class Returning(Base):
    def replay(self, batch):
        if not batch.forward_mode.is_decode():
            return self.eager(batch)
        self.graph.replay()
        return self.out

    def eager(self, batch):
        return self.pool.get_key_buffer(0).sum()


class Branching(Base):
    def replay(self, batch):
        if batch.forward_mode.is_extend():
            return self.pool.get_key_buffer(0).sum()
        self.graph.replay()
        return self.out
