# expect: none
# The runner asks for the mode itself, and the wait stands two calls above it.
import torch
from kit import MHATokenToKVPool


class Runner:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool
        self.graph = torch.cuda.CUDAGraph()

    def capture(self):
        with torch.cuda.graph(self.graph):
            self.output = self.pool.get_key_buffer(0).sum()

    def replay(self, batch):
        assert batch.forward_mode.is_extend()
        self.graph.replay()
        return self.output


class Executor:
    def __init__(self, runner: Runner):
        self.runner = runner

    def extend(self, batch):
        return self.runner.replay(batch)


class Worker:
    def __init__(self, executor: Executor):
        self.executor = executor

    def run(self, batch):
        counter = self.executor.runner.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return self.executor.extend(batch)
