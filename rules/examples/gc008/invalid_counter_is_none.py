# expect: GC008 Muted
# What is registered is None: the pool never gets a counter.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Muted:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.pool.register_layer_transfer_counter(None)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for layer_id in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def rows(self, layer_id, loc):
        return self.pool.get_value_buffer(layer_id)[loc]
