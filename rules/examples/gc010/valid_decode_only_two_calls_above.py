# expect: none
# One of those who call the runner waits before it; the other does not, and is called for decode batches only.
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
        self.graph.replay()
        return self.output


class Executor:
    def __init__(self, runner: Runner):
        self.runner = runner

    def extend(self, batch):
        counter = self.runner.pool.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return self.runner.replay(batch)

    def decode(self, batch):
        return self.runner.replay(batch)


class Worker:
    def __init__(self, executor: Executor):
        self.executor = executor

    def run(self, batch):
        if batch.forward_mode.is_decode():
            return self.executor.decode(batch)
        return self.executor.extend(batch)
