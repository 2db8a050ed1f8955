# expect: GC010 Runner.replay
# expect: GC010 Anew.replay
# expect: GC010 OnDevice.replay
# The capture stands in a context manager: a function of the module, one that makes the graph itself, a method of a device.
import contextlib

import torch
from kit import MHATokenToKVPool


@contextlib.contextmanager
def recording(graph, stream):
    with torch.cuda.graph(graph, stream=stream):
        yield


@contextlib.contextmanager
def recording_anew():
    graph = torch.cuda.CUDAGraph()
    with recording(graph, None):
        yield graph


class Device:
    @contextlib.contextmanager
    def recording_on(self, graph):
        graph.capture_begin()
        yield
        graph.capture_end()


class Runner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with recording(self.graph, None):
            self.output = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.output


class Anew:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def capture(self):
        with recording_anew() as graph:
            self.output = self.pool.get_key_buffer(0).sum()
        self.recorded = graph

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.recorded.replay()
        return self.output


class OnDevice:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.device = Device()
        self.taken = torch.cuda.CUDAGraph()

    def capture(self):
        with self.device.recording_on(self.taken):
            self.output = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.taken.replay()
        return self.output
