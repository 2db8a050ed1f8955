# expect: none
# There is a load on one way only, with the event behind it; where there is none, the event marks nothing.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.fetch_stream = torch.cuda.Stream()

    def load(self, src, dst, wanted):
        done = torch.cuda.Event()
        if wanted:
            with torch.cuda.stream(self.fetch_stream):
                for i in range(self.pool.layer_num):
                    self.host.load_to_device_per_layer(self.pool, src, dst, i)
                done.record()
        torch.cuda.current_stream().wait_event(done)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
