# expect: GC010 FlaggedRunner.replay
# The wait is there, but only where a setting says so.
import torch
from kit import MHATokenToKVPool


class FlaggedRunner:
    def __init__(self, pool: MHATokenToKVPool, careful):
        self.pool = pool
        self.careful = careful
        self.graph = None

    def capture(self, q):
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.out = q @ self.pool.get_value_buffer(0).T

    def replay(self, batch):
        mode = batch.forward_mode
        if mode.is_extend():
            if self.careful:
                counter = self.pool.layer_transfer_counter
                if counter is not None:
                    counter.wait_until(counter.num_layers - 1)
            self.graph.replay()
            return self.out
        return None
