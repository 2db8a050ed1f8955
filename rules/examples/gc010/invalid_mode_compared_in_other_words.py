# expect: GC010 Kept.replay
# expect: GC010 Turned.replay
# expect: GC010 Mixed.replay
# The comparison is kept in a variable, turned around, or rules out one of two modes that load; two of the runners decode.
import enum

import torch
from kit import MHATokenToKVPool


class ForwardMode(enum.IntEnum):
    EXTEND = 1
    MIXED = 2
    DECODE = 3

    def is_decode(self):
        return self == ForwardMode.DECODE


class Base:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.out = self.pool.get_value_buffer(0).sum()


class Kept(Base):
    def replay(self, batch):
        extending = batch.forward_mode == ForwardMode.EXTEND
        if extending:
            self.graph.replay()
        return self.out


class Turned(Base):
    def replay(self, batch):
        if ForwardMode.EXTEND == batch.forward_mode:
            self.graph.replay()
        return self.out


class Mixed(Base):
    def replay(self, batch):
        if batch.forward_mode != ForwardMode.EXTEND and batch.forward_mode == ForwardMode.MIXED:
            self.graph.replay()
        return self.out


class Decodes(Base):
    def replay(self, batch):
        decoding = batch.forward_mode == ForwardMode.DECODE
        if decoding:
            self.graph.replay()
        return self.out


class Rest(Base):
    def replay(self, batch):
        if batch.forward_mode not in (ForwardMode.EXTEND, ForwardMode.MIXED):
            self.graph.replay()
        return self.out
