# expect: GC008 ProbeStore
# The pool's class has an accessor without a gate; the object that there is has no counter at all, and that is what is said.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class ProbePool(MHATokenToKVPool):
    def get_head(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer][:1] * 2


class ProbeStore:
    def __init__(self, size, layer_num, device):
        self.pool = ProbePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def heads(self, layer_id):
        return self.pool.get_head(layer_id)
