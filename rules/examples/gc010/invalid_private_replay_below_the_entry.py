# expect: GC010 PrefillRunner.execute
# The graph is replayed two calls below the entry; the entry is what others call.
import torch
from kit import MHATokenToKVPool


class PrefillRunner:
    def __init__(self, pool: MHATokenToKVPool, sizes):
        self.pool = pool
        self.graphs = {size: torch.cuda.CUDAGraph() for size in sizes}
        self.outputs = {}

    def capture(self):
        for size, graph in self.graphs.items():
            with torch.cuda.graph(graph):
                self.outputs[size] = self._body(size)

    def _body(self, size):
        total = 0
        for layer_id in range(self.pool.layer_num):
            total = total + self.pool.get_key_buffer(layer_id)[:size].sum()
        return total

    def execute(self, batch):
        if not batch.forward_mode.is_extend():
            raise ValueError("prefill only")
        size = self._prepare(batch)
        return self._launch(size)

    def _prepare(self, batch):
        return len(batch.input_ids)

    def _launch(self, size):
        self.graphs[size].replay()
        return self.outputs[size]
