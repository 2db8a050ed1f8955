# expect: GC008 Controller
# The load completes the events of one counter, and the reader waits for those of another.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.fetch_stream = torch.cuda.Stream()
        self.counter = LayerDoneCounter(layer_num)
        self.saved = LayerDoneCounter(layer_num)

    def load(self, src, dst):
        with torch.cuda.stream(self.fetch_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        self.saved.events[0].wait(layer_id)
        return q @ self.pool.get_key_buffer(layer_id).T
