# expect: GC010 GraphRunner.replay
# The runner itself asks nothing of the batch's mode; the one place that calls it sends extend batches.
import torch
from kit import MHATokenToKVPool


class GraphRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        self.graph.replay()
        return self.out


class ModelRunner:
    def __init__(self, graph_runner: GraphRunner, model):
        self.graph_runner = graph_runner
        self.model = model

    def forward(self, batch):
        if batch.forward_mode.is_extend():
            return self.graph_runner.replay(batch)
        return self.model.forward(batch)
