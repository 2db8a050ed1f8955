# expect: GC010 SideRunner.replay
# The wait binds the current stream, but the graph is replayed on the side stream.
import torch
from kit import MHATokenToKVPool


class SideRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()
        self.side = torch.cuda.Stream()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.output = [self.pool.get_key_buffer(i).sum() for i in range(self.pool.layer_num)]

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(self.pool.layer_num - 1)
        with torch.cuda.stream(self.side):
            self.graph.replay()
        return self.output
