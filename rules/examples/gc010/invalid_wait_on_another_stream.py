# expect: GC010 SideRunner.replay
# The wait before the replay binds the side stream, and nothing puts the replaying stream behind that one.
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
        with torch.cuda.stream(self.side):
            counter = self.pool.layer_transfer_counter
            if counter is not None:
                counter.wait_until(counter.num_layers - 1)
        self.graph.replay()
        return self.output
