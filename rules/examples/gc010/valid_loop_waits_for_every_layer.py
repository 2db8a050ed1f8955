# expect: none
# The whole range is waited for, layer by layer; the sibling synchronises the device.
import torch
from kit import MHATokenToKVPool


class RangeRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            for index in range(self.pool.layer_num):
                counter.wait_until(index)
        self.graph.replay()
        return self.out

    def replay_alone(self, batch):
        assert batch.forward_mode.is_extend()
        torch.cuda.synchronize()
        self.graph.replay()
        return self.out
