# expect: none
# The function that loads waits for its stream before it returns.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.fetch_stream = torch.cuda.Stream()

    def load(self, src, dst):
        fetch(self.fetch_stream, self.host, self.pool, self.counter, src, dst)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T


def fetch(stream, host, pool, counter, src, dst):
    with torch.cuda.stream(stream):
        fetch_layers(host, pool, counter, src, dst)
    stream.synchronize()


def fetch_layers(host, pool, counter, src, dst):
    for i in range(pool.layer_num):
        host.load_to_device_per_layer(pool, src, dst, i)
        counter.events[0].complete(i)
