# expect: GC010 Runner.forward
# expect: GC010 InPairs.forward
# One wrapper for each batch size, made in a variable and kept in a table or among others in a list: the runners that take
# them out for extend batches owe the wait.
import torch
from kit import MHATokenToKVPool


class Recorded:
    def __init__(self, body):
        self.body = body
        self.graph = torch.cuda.CUDAGraph()

    def record(self, x):
        with torch.cuda.graph(self.graph):
            self.output = self.body(x)

    def replay(self):
        self.graph.replay()
        return self.output


class Runner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.by_size = {}
        for size in (1, 2, 4):
            recorded = Recorded(self.attend)
            recorded.record(torch.zeros(size))
            self.by_size[size] = recorded

    def attend(self, x):
        return x @ self.pool.get_key_buffer(0)

    def forward(self, batch):
        assert batch.forward_mode.is_extend()
        return self.by_size[batch.size].replay()


class InPairs:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.pairs = []
        for size in (1, 2, 4):
            self.pairs.append((size, self._recorded(size)))

    def _recorded(self, size):
        recorded = Recorded(self.attend)
        recorded.record(torch.zeros(size))
        return recorded

    def attend(self, x):
        return x @ self.pool.get_key_buffer(0)

    def forward(self, batch):
        assert batch.forward_mode.is_extend()
        for size, recorded in self.pairs:
            if size >= batch.size:
                return recorded.replay()
        return None
