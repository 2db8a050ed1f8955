# expect: none
# The load puts the current stream behind its own.
import torch
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class SyncPool(MHATokenToKVPool):
    pass


class SyncController:
    def __init__(self, size, layer_num, device):
        self.pool = SyncPool(size, layer_num, device)
        self.host_pool = MHATokenToKVPoolHost(self.pool, size)
        self.load_stream = torch.cuda.Stream()

    def load(self, src, dst):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(self.pool.layer_num):
                self.host_pool.load_to_device_per_layer(self.pool, src, dst, layer_id)
        torch.cuda.current_stream().wait_stream(self.load_stream)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
