# expect: GC010 ClosureRunner.replay
# The captured code is a closure that runs layers, which read through the pool's accessor.
import torch
from kit import MHATokenToKVPool


class Layer:
    def __init__(self, layer_id, pool: MHATokenToKVPool):
        self.layer_id = layer_id
        self.pool = pool

    def forward(self, x):
        keys, values = self.pool.get_kv_buffer(self.layer_id)
        return (x @ keys.T) @ values


class ClosureRunner:
    def __init__(self, pool: MHATokenToKVPool, layer_num):
        self.pool = pool
        self.layers = [Layer(i, pool) for i in range(layer_num)]

    def capture(self, x):
        self.graph = torch.cuda.CUDAGraph()

        def run_once():
            hidden = x
            for layer in self.layers:
                hidden = layer.forward(hidden)
            return hidden

        run_once()
        with torch.cuda.graph(cuda_graph=self.graph):
            self.out = run_once()

    def replay(self, batch, stream):
        assert batch.forward_mode.is_extend()
        with torch.cuda.stream(stream):
            self.graph.replay()
        return self.out
