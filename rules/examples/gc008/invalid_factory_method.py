# expect: GC008 Maker
# A factory method makes the pool.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Maker:
    def __init__(self, size, layer_num, device, cls=MHATokenToKVPool):
        self.pool = self._make(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.stream = torch.cuda.Stream()

    def _make(self, size, layer_num, device):
        return MHATokenToKVPool(size, layer_num, device, start_layer=0)

    def load(self, src, dst):
        with torch.cuda.stream(self.stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.counter.events[0].complete(i)

    def keys(self, layer_id):
        return self.pool.get_key_buffer(layer_id).float()
