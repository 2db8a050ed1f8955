# expect: GC010 ExtendRunner.run
# expect: GC010 PrefillRunner.replay
# Two heirs come to the base's replay with batches that can load, two others rightly do not: the base is told of nowhere.
import torch
from kit import MHATokenToKVPool


class GraphRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def _replay(self):
        self.graph.replay()
        return self.out

    def replay(self, batch):
        self.graph.replay()
        return self.out


class ExtendRunner(GraphRunner):
    def run(self, batch):
        assert batch.forward_mode.is_extend()
        return self._replay()


class DecodeRunner(GraphRunner):
    def run(self, batch):
        assert batch.forward_mode.is_decode()
        return self._replay()


class PrefillRunner(GraphRunner):
    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        return super().replay(batch)


class WaitingRunner(GraphRunner):
    def replay(self, batch):
        counter = self.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return super().replay(batch)
