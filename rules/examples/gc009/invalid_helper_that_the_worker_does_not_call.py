# expect: GC009 Worker.forward_batch
# The worker has a method that selects, and nothing of its own that calls it: the model runs on whatever was selected last.
import torch


class Event:
    def __init__(self, layers):
        self.marks = [torch.cuda.Event() for _ in range(layers)]

    def wait(self, layer):
        torch.cuda.current_stream().wait_event(self.marks[layer])


class Counter:
    def __init__(self, layers):
        self.events = [Event(layers), Event(layers)]
        self.consumer_index = -1

    def set_consumer(self, index):
        self.consumer_index = index

    def wait_until(self, layer):
        if self.consumer_index < 0:
            return
        self.events[self.consumer_index].wait(layer)


class Pool:
    def __init__(self, size, layers, device):
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layers)]
        self.counter = None

    def register(self, counter):
        self.counter = counter

    def get_rows(self, layer):
        if self.counter is not None:
            self.counter.wait_until(layer)
        return self.rows[layer]


class HostPool:
    def load_to_device_per_layer(self, pool, source, target, layer):
        pool.rows[layer][target] = self.host[layer][source].cuda(non_blocking=True)


class Controller:
    def __init__(self, pool: Pool, layers):
        self.counter = Counter(layers)
        pool.register(self.counter)


class Worker:
    def __init__(self, runner, controller: Controller):
        self.runner = runner
        self.controller = controller

    def select(self, index):
        self.controller.counter.set_consumer(index)

    def forward_batch(self, batch):
        return self.runner.forward(batch)
