# expect: GC008 Session
# The builder hands the pool to a loader of its own, which loads on its stream and registers nothing.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Loader:
    def __init__(self, device_pool, host):
        self.device_pool = device_pool
        self.host = host
        self.stream = torch.cuda.Stream()
        self.counter = LayerDoneCounter(device_pool.layer_num)

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.device_pool.layer_num):
                self.host.load_to_device_per_layer(self.device_pool, src, dst, i)
                self.counter.events[0].complete(i)


class Session:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.loader = Loader(self.pool, MHATokenToKVPoolHost(self.pool, size))

    def restore(self, src, dst):
        self.loader.load(src, dst)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
