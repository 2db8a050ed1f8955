"""The smallest program that has the whole protocol, as text: a counter, a pool, a host side and a controller."""

PROTOCOL = """\
import torch


class Counter:
    def __init__(self, layers):
        self.events = [torch.cuda.Event() for _ in range(layers)]
        self.consumer_index = -1

    def set_consumer(self, index):
        self.consumer_index = index

    def wait_until(self, layer):
        if self.consumer_index < 0:
            return
        torch.cuda.current_stream().wait_event(self.events[layer])


class Pool:
    def __init__(self, size, layer_num, start_layer=0):
        self.layer_num = layer_num
        self.start_layer = start_layer
        self.counter = None
        self.rows = [torch.zeros(size, 8) for _ in range(layer_num)]

    def register_layer_transfer_counter(self, counter):
        self.counter = counter

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]


class HostPool:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


class Controller:
    def __init__(self, pool):
        self.counter = Counter(pool.layer_num)
        pool.register_layer_transfer_counter(self.counter)
"""
UNGATED = """

class HastyPool(Pool):
    def get_first_row(self, layer_id):
        return self.rows[layer_id - self.start_layer][0].clone(){comment}
"""
