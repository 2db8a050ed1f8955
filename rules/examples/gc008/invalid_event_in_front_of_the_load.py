# expect: GC008 Controller
# The event was recorded before the load was issued.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.fetch_stream = torch.cuda.Stream()
        self.done = torch.cuda.Event()

    def load(self, src, dst):
        self.done.record(self.fetch_stream)
        with torch.cuda.stream(self.fetch_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
        self.done.synchronize()

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
