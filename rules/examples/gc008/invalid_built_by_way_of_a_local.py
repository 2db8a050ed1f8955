# expect: GC008 Local
# The pool is built into a local name first, and read in a method two calls below.
import torch
from kit import LayerDoneCounter, MHATokenToKVPool, MHATokenToKVPoolHost


class Local:
    def __init__(self, size, layer_num, device):
        pool = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(pool, size)
        self.pool = pool
        self.counter = LayerDoneCounter(layer_num)
        self.lane = torch.cuda.Stream()

    def pull(self, src, dst):
        with torch.cuda.stream(self.lane):
            for i in range(self.pool.layer_num):
                self._pull_layer(i, src, dst)

    def _pull_layer(self, i, src, dst):
        self.host.load_to_device_per_layer(self.pool, src, dst, i)
        self.counter.events[0].complete(i)

    def attend(self, layer_id, q):
        return self._scores(layer_id, q).softmax(-1)

    def _scores(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
