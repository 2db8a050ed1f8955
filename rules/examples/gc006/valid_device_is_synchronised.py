# expect: none
# Offloading code stands between two full synchronisations.
import torch
from kit import MHATokenToKVPool


class Offloader:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def to_host(self, loc):
        torch.cuda.synchronize()
        copies = [buf[loc].to("cpu", non_blocking=True) for buf in self.pool.k_buffer]
        copies += [buf[loc].to("cpu", non_blocking=True) for buf in self.pool.v_buffer]
        torch.cuda.synchronize()
        return copies
