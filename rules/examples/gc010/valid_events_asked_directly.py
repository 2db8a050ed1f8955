# expect: none
# The slot's own table is waited on for its last event, and a stream of its own replays behind it.
import torch
from kit import MHATokenToKVPool


class SlotRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        counter = self.pool.layer_transfer_counter
        if counter is not None and batch.hicache_consumer_index >= 0:
            counter.events[batch.hicache_consumer_index].wait(counter.num_layers - 1)
        self.graph.replay()
        return self.out
