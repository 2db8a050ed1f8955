# expect: GC010 CachedRunner.replay
# Batches of a known size take a short way to the graph, past the wait.
import torch
from kit import MHATokenToKVPool


class CachedRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()
        self.last = -1

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def _wait(self):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(self.pool.layer_num - 1)

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        if len(batch.input_ids) == self.last:
            self.graph.replay()
            return self.out
        self._wait()
        self.last = len(batch.input_ids)
        self.graph.replay()
        return self.out
