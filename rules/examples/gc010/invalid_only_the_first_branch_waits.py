# expect: GC010 MixedRunner.replay
# Extend batches wait, unless decode batches are mixed in.
import torch
from kit import MHATokenToKVPool


class MixedRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0) @ self.pool.get_value_buffer(0).T

    def replay(self, batch):
        mode = batch.forward_mode
        if mode.is_extend():
            if not mode.is_mixed():
                counter = self.pool.layer_transfer_counter
                if counter is not None:
                    counter.wait_until(counter.num_layers - 1)
            self.graph.replay()
            return self.out
        return None
