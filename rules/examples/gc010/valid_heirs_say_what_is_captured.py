# expect: none
# What the base replays reads no pool in one heir, and in the other the entry is written anew, behind a wait.
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


class SizeRunner(GraphRunner):
    def body(self):
        return self.pool.size


class KeyRunner(GraphRunner):
    def body(self):
        return self.pool.get_key_buffer(0).sum()

    def execute(self, batch):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return super().execute(batch)
