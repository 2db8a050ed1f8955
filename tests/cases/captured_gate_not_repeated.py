# expect: GC010 GraphRunner.replay
# The graph holds the reads and not the wait. One heir waits in front of the replay, one replays decode batches only.
import torch
from kit import MHATokenToKVPool


class GraphRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def attend(self, layer_id):
        return self.pool.get_key_buffer(layer_id).sum()

    def capture(self):
        with torch.cuda.graph(self.graph):
            for layer_id in range(self.pool.layer_num):
                self.out = self.attend(layer_id)

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out


class Replayer(GraphRunner):
    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        self.graph.replay()
        return self.out


class DecodeRunner(GraphRunner):
    def replay(self, batch):
        assert batch.forward_mode.is_decode()
        self.graph.replay()
        return self.out
