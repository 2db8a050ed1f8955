# expect: GC010 PiecewiseRunner.replay
# One graph for each layer, attention and all. The pieces are replayed one after the other, and nothing waits between them.
import torch
from kit import MHATokenToKVPool


class PiecewiseRunner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.pieces = []

    def capture(self, x):
        for layer_id in range(self.pool.layer_num):
            piece = torch.cuda.CUDAGraph()
            with torch.cuda.graph(piece):
                x = x @ self.pool.get_key_buffer(layer_id).T
            self.pieces.append(piece)
        self.out = x

    def replay(self, batch):
        if batch.forward_mode.is_extend():
            for piece in self.pieces:
                piece.replay()
        return self.out
