# expect: GC010 Runner.replay
# What is captured calls objects that have nothing but `__call__`, drawn from a list.
import torch
from kit import MHATokenToKVPool


class Attention:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def __call__(self, q, layer_id):
        return q @ self.pool.get_key_buffer(layer_id).T


class Model:
    def __init__(self, pool: MHATokenToKVPool, count):
        self.layers = [Attention(pool) for _ in range(count)]

    def run(self, q):
        for layer_id, layer in enumerate(self.layers):
            q = layer(q, layer_id)
        return q


class Runner:
    def __init__(self, model: Model):
        self.model = model
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, q):
        with torch.cuda.graph(self.graph):
            self.out = self.model.run(q)

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out
