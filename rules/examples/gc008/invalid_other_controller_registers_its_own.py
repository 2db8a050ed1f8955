# expect: GC008 WindowController
# Two controllers look alike and name their pool alike; one of them registers it.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class FullController:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.pool.register_layer_transfer_counter(self.counter)
        self.load_stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T


class WindowController:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.load_stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
