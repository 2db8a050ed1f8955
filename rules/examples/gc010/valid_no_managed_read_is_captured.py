# expect: none
# The graph records an encoder that knows no cache; extend batches replay it without harm.
import torch
from kit import MHATokenToKVPool


class EncoderRunner:
    def __init__(self, pool: MHATokenToKVPool, encoder):
        self.pool = pool
        self.encoder = encoder
        self.graph = torch.cuda.CUDAGraph()

    def capture(self, image):
        rows = self.pool.get_key_buffer(0)
        with torch.cuda.graph(self.graph):
            self.out = torch.relu(image)
        return rows

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.out
