# expect: none
# The wrapper records the method that the runner's constructor has given it; only decode batches replay it.
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
        assert batch.forward_mode.is_decode()
        return self.recorded.replay()
