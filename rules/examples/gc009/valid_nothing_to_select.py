# expect: none
# This tree's counter blocks the host: it knows no consumer, so nobody can forget to select one.
import threading

import torch


class BlockingCounter:
    def __init__(self, num_layers):
        self.counter = num_layers
        self.condition = threading.Condition()

    def increment(self):
        with self.condition:
            self.counter += 1
            self.condition.notify_all()

    def wait_until(self, threshold):
        with self.condition:
            while self.counter <= threshold:
                self.condition.wait()


class Pool:
    def __init__(self, size, layers, device):
        self.kv = [torch.zeros(size, 8, device=device) for _ in range(layers)]
        self.layers = layers
        self.counter = None

    def register_counter(self, counter):
        self.counter = counter

    def get(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id)
        return self.kv[layer_id]


class Host:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.kv[layer_id][device_indices] = self.rows[layer_id][host_indices].cuda()


class Controller:
    def __init__(self, pool: Pool):
        self.counter = BlockingCounter(pool.layers)
        pool.register_counter(self.counter)


class Worker:
    def __init__(self, runner):
        self.runner = runner

    def forward_batch_generation(self, batch):
        return self.runner.forward(batch)
