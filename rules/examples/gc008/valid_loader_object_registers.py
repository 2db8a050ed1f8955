# expect: none
# The loader that gets the pool also gives it its counter.
import torch
from kit import HiCacheController, MHATokenToKVPool, MHATokenToKVPoolHost


class Session:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.hosts = [MHATokenToKVPoolHost(self.pool, size)]
        self.controller = HiCacheController(self.pool, self.hosts)

    def restore(self, src, dst):
        self.controller.start_loading(self.pool, src, dst, 0)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
