# expect: GC010 One.extend
# expect: GC010 Many.extend
# expect: GC010 Given.extend
# expect: GC010 Records.extend
# expect: GC010 Beside.extend
# A helper records, and the graph is kept under another name than the helper has for it.
from dataclasses import dataclass

import torch
from kit import MHATokenToKVPool


class One:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.long_tape = self._record()

    def _record(self):
        made = torch.cuda.CUDAGraph()
        with torch.cuda.graph(made):
            self.total = self.pool.get_key_buffer(0).sum()
        return made

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.long_tape.replay()
        return self.total


class Many:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.tapes = {}
        self.totals = {}

    def _record(self, size):
        made = torch.cuda.CUDAGraph()
        with torch.cuda.graph(made):
            total = self.pool.get_key_buffer(0)[:size].sum()
        return made, total

    def record(self):
        for size in (1, 2, 4):
            (kept, total) = self._record(size)
            self.tapes[size] = kept
            self.totals[size] = total

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        self.tapes[batch.size].replay()
        return self.totals[batch.size]


class Given:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.long_tape = torch.cuda.CUDAGraph()

    def record(self):
        self._into(self.long_tape)

    def _into(self, made):
        with torch.cuda.graph(made):
            self.total = self.pool.get_key_buffer(0).sum()

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        found = self._find()
        found.replay()
        return self.total

    def _find(self):
        return self.long_tape


@dataclass
class Entry:
    tape: torch.cuda.CUDAGraph
    total: torch.Tensor


class Records:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.entries = {}

    def record(self, size):
        made = torch.cuda.CUDAGraph()
        with torch.cuda.graph(made):
            total = self.pool.get_key_buffer(0)[:size].sum()
        self.entries[size] = Entry(tape=made, total=total)

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        entry = self.entries[batch.size]
        entry.tape.replay()
        return entry.total


class Beside:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.tapes = []

    def record(self, sizes):
        for size in sizes:
            self.tapes.append((size, self._new()))
        for size, made in self.tapes:
            made.capture_begin()
            self.total = self.pool.get_key_buffer(0)[:size].sum()
            made.capture_end()

    def _new(self):
        return torch.cuda.CUDAGraph()

    def extend(self, batch):
        assert batch.forward_mode.is_extend()
        for size, tape in self.tapes:
            if size == batch.size:
                tape.replay()
        return self.total
