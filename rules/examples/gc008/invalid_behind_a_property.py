# expect: GC008 LateController
# The builder reaches its own pool through a property, which lets nobody else register it.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class LatePool(MHATokenToKVPool):
    pass


class LateController:
    def __init__(self, size, layer_num, device):
        self._pool = LatePool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self._pool, size)
        self.counter = LayerDoneCounter(layer_num)
        self.load_stream = torch.cuda.Stream()

    @property
    def pool(self):
        return self._pool

    def begin(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, src, dst, layer_id)
                self.counter.events[0].complete(layer_id)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
