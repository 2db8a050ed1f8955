# expect: GC010 PrefillRunner.execute
# The wrapper records the method that the runner's constructor has given it, in a method of its own.
import torch
from kit import MHATokenToKVPool


class Recorded:
    def __init__(self, fn):
        self.fn = fn
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.fn()

    def replay(self):
        self.graph.replay()
        return self.out


class PrefillRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.recorded = Recorded(self._attend)

    def _attend(self):
        return [self.pool.get_value_buffer(i).sum() for i in range(self.pool.layer_num)]

    def prepare(self):
        self.recorded.capture()

    def execute(self, batch):
        assert batch.forward_mode.is_extend()
        return self.recorded.replay()
