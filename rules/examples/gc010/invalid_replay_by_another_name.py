# expect: GC010 AliasRunner.run
# The graph is fetched by a helper, and its method is called by a local name.
import torch
from kit import MHATokenToKVPool


class AliasRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graphs = {}

    def capture(self, sizes):
        for size in sizes:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.out = self.pool.get_key_buffer(0)[:size].sum()
            self.graphs[size] = graph

    def _graph_for(self, size):
        return self.graphs[size]

    def run(self, batch):
        assert batch.forward_mode.is_extend()
        graph = self._graph_for(len(batch.input_ids))
        graph.replay()
        return self.out
