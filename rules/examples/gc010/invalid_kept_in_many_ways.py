# expect: GC010 Mapped.extend
# expect: GC010 InContext.extend
# expect: GC010 Chosen.extend
# expect: GC010 Listed.extend
# The graph is made elsewhere, recorded behind a context of the class, and kept in containers, beside what is computed.
import contextlib

import torch
from kit import MHATokenToKVPool


class Mapped:
    def __init__(self, pool: MHATokenToKVPool, sizes):
        self.pool = pool
        self.tapes = {size: self._record(size) for size in sizes}

    def _record(self, size):
        made = torch.cuda.CUDAGraph()
        with torch.cuda.graph(made):
            self.total = self.pool.get_key_buffer(0)[:size].sum()
        return made

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.tapes.get(batch.size).replay()
        return self.total


class InContext:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    @contextlib.contextmanager
    def recording(self, made):
        with torch.cuda.graph(made, pool=None):
            yield

    def record(self):
        self.tape = torch.cuda.CUDAGraph()
        with self.recording(self.tape):
            self.total = self.pool.get_key_buffer(0).sum()

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.tape.replay()
        return self.total


class Chosen:
    def __init__(self, pool: MHATokenToKVPool, tape=None):
        self.pool = pool
        self.tape = tape or torch.cuda.CUDAGraph()
        self.every = {}

    def record(self):
        with torch.cuda.graph(cuda_graph=self.tape):
            self.total = self.pool.get_key_buffer(0).sum()
        self.every.setdefault(1, self.tape)

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        for one in reversed(list(self.every.values())):
            one.replay()
        return self.total


class Listed:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def record(self):
        pairs = []
        for layer_id in range(self.pool.layer_num):
            made = torch.cuda.CUDAGraph()
            with torch.cuda.graph(made):
                total = self.pool.get_key_buffer(layer_id).sum()
            pairs.append((made, total))
        self.pairs = pairs

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        found = self.pairs
        for layer_id in range(len(found)):
            tape, total = found[layer_id]
            tape.replay()
        return total
