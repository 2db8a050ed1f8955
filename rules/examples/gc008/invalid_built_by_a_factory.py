# expect: GC008 Ranker
"""A function makes the pool; the class that keeps it loads it on its own stream and never registers a counter."""

import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


def build_side(n):
    return MHATokenToKVPool(16, n, "cuda")


class Ranker:
    def __init__(self, n):
        self.pool = build_side(n)
        self.host = MHATokenToKVPoolHost(self.pool, 16)
        self.stream = torch.cuda.Stream()

    def load(self, a, b):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, a, b, i)

    def run(self, q):
        for i in range(self.pool.layer_num):
            q = q @ self.pool.get_key_buffer(i)
        return q
