# expect: none
# One event for each layer, recorded behind its load; the reader's stream waits for the one of its own layer.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class SidePool(MHATokenToKVPool):
    pass


class Controller:
    def __init__(self, size, layer_num, device):
        self.pool = SidePool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)
        self.fetch_stream = torch.cuda.Stream()
        self.landed = [torch.cuda.Event() for _ in range(layer_num)]

    def load(self, src, dst):
        with torch.cuda.stream(self.fetch_stream):
            for i in range(self.pool.layer_num):
                self.host.load_to_device_per_layer(self.pool, src, dst, i)
                self.landed[i].record()

    def attend(self, layer_id, q):
        torch.cuda.current_stream().wait_event(self.landed[layer_id])
        return q @ self.pool.get_key_buffer(layer_id).T
