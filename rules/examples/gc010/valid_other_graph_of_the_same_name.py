# expect: none
# The graphs that hold managed reads are replayed for decode batches only; those for extend batches are others, by like names.
import torch
from kit import MHATokenToKVPool


class Keys:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def record(self):
        tape = torch.cuda.CUDAGraph()
        with torch.cuda.graph(tape):
            self.total = self.pool.get_key_buffer(0).sum()
        self.short_tape = tape

    def decode(self, batch):
        assert batch.forward_mode.is_decode()
        self.short_tape.replay()
        return self.total


class Dense(Keys):
    def __init__(self, pool, dense, x):
        super().__init__(pool)
        self.tape = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.tape):
            self.y = dense(x)

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.tape.replay()
        return self.y


class Two:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.tape = torch.cuda.CUDAGraph()
        self.dense_tape = torch.cuda.CUDAGraph()

    def record(self, dense, x):
        with torch.cuda.graph(self.tape):
            self.total = self.pool.get_key_buffer(0).sum()
        tape = self.dense_tape
        with torch.cuda.graph(tape):
            self.y = dense(x)

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.dense_tape.replay()
        return self.y


class OneHelper:
    def __init__(self, pool: MHATokenToKVPool, dense, x):
        self.pool = pool
        self.short, self.total = self._record(self._new(), lambda: self.pool.get_key_buffer(0).sum())
        self.long = self._new()
        self.y = self._record_into(self.long, dense, x)

    def _new(self):
        return torch.cuda.CUDAGraph()

    def _record(self, tape, body):
        with torch.cuda.graph(tape):
            out = body()
        return tape, out

    def _record_into(self, tape, dense, x):
        with torch.cuda.graph(tape):
            return dense(x)

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.long.replay()
        return self.y


class ByKind:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.short = {}
        self.long = {}

    def record(self, sizes, dense, x):
        for size in sizes:
            tape = torch.cuda.CUDAGraph()
            with torch.cuda.graph(tape):
                self.total = self.pool.get_key_buffer(0)[:size].sum()
            self.short[size] = tape
        for size in sizes:
            tape = torch.cuda.CUDAGraph()
            with torch.cuda.graph(tape):
                self.y = dense(x[:size])
            self.long[size] = tape

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        tape = self.long[batch.size]
        tape.replay()
        return self.y
